import type { AvatarGrid } from '#web/features/account/profiles/manage/avatar-grid.tsx'
import type { PinDialog } from '#web/features/account/profiles/pin-dialog.tsx'
import type { ProfilePicker } from '#web/features/account/profiles/profile-picker.tsx'
import type { ComponentProps } from 'react'
import type {
  ConfirmPasswordField,
  NewPasswordField,
  PasswordField,
} from '#web/features/account/fields/password-field.tsx'
import type { VerificationCodeField } from '#web/features/account/fields/verification-code-field.tsx'
import type { PurchaseConsents } from '#web/features/billing/purchase/purchase-consents.tsx'
import { optional, required, type PropsOf } from './showcase-kit.tsx'
import type { Link } from 'react-router'
import type { Avatar } from '#web/ui/base/avatar.tsx'
import type { Badge } from '#web/ui/base/badge.tsx'
import type { Button, ButtonLink } from '#web/ui/base/button.tsx'
import type { IconButton } from '#web/ui/base/icon-button.tsx'
import type { StarRating } from '#web/ui/base/five-stars.tsx'
import type { Icon } from '#web/ui/base/icon.tsx'
import type { Logo } from '#web/ui/base/logo.tsx'
import type { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import type { AverageRating } from '#web/ui/base/star-rating.tsx'
import type {
  AgeRating,
  AgeRatingBadge,
  PriceBadges,
} from '#web/features/catalog/cards/content-badges.tsx'
import type { EpisodeSkeleton, GridSkeleton } from '#web/features/catalog/cards/card-skeletons.tsx'
import type { EpisodeCard, PortraitEpisodeCard } from '#web/features/catalog/cards/episode-card.tsx'
import type { PersonCard } from '#web/features/catalog/cards/person-card.tsx'
import type { PosterCard, RankCard } from '#web/features/catalog/cards/poster-card.tsx'
import type { RailSkeleton, Rail } from '#web/features/catalog/cards/rail.tsx'
import type { Chip } from '#web/ui/forms/chip.tsx'
import type {
  Checkbox,
  FormAlert,
  SelectField,
  Switch,
  TextArea,
  TextField,
} from '#web/ui/forms/form-controls.tsx'
import type { RadioCard } from '#web/ui/forms/radio-card.tsx'
import type { StarRatingInput } from '#web/ui/forms/star-rating-input.tsx'

type InputProps = ComponentProps<'input'>

const password = {
  label: optional('string', '비밀번호', '입력 위의 이름이에요.'),
  error: optional('string', null, '도움말 대신 보이는 오류예요.'),
  hint: optional('ReactNode', null, '입력 아래의 도움말이에요.'),
} as const

export const accountProps = {
  verification_code_field: {
    code: required('VerificationCode', '보낸 인증번호의 시각이에요.'),
    onComplete: required('(digits: string) => void', '여섯 자리를 다 쓰면 불러요.'),
    onChange: optional('(digits: string) => void', null, '바뀔 때마다 불러요.'),
    onExtend: required('() => void', '시간을 늘릴 때 불러요.'),
    onResend: required('() => void', '다시 보낼 때 불러요.'),
    error: optional('string', null, '서버의 오류예요. 쓴 숫자는 골라진 채로 남아요.'),
    isExpired: optional('boolean', 'false', '서버가 만료됐다고 답했는지예요.'),
    busy: optional('boolean', 'false', '확인하는 동안 막아요.'),
    autoFocus: optional('boolean', 'true', '처음과 오류 때 초점을 옮겨요.'),
  } satisfies PropsOf<typeof VerificationCodeField>,
  password_field: password satisfies PropsOf<typeof PasswordField, InputProps>,
  new_password_field: {
    ...password,
    typed: required('string', '지금까지 쓴 비밀번호예요.'),
    member: optional(
      'PasswordOwner',
      "{ email: '', username: '' }",
      '비밀번호에 들어가면 안 되는 이메일과 이름이에요.',
    ),
  } satisfies PropsOf<typeof NewPasswordField, InputProps>,
  confirm_password_field: {
    ...password,
    password: required('string', '새 비밀번호예요.'),
    typed: required('string', '다시 쓴 비밀번호예요.'),
  } satisfies PropsOf<typeof ConfirmPasswordField, InputProps>,
  purchase_consents: {
    value: required('PurchaseConsent', '동의한 항목이에요.'),
    isByPoints: optional('boolean', 'false', '결제대행사에 넘기는 정보가 없어요.'),
    showErrors: required('boolean', '빠진 항목을 알려 줘요.'),
    onChange: required('(consent: PurchaseConsent) => void', '바뀔 때 불러요.'),
  } satisfies PropsOf<typeof PurchaseConsents>,
  profile_picker: {
    profiles: required('Profile[]', '계정의 프로필이에요.'),
    currentId: required('number | null', '지금 고른 프로필이에요.'),
    pendingId: optional('number | null', 'null', '고르고 있는 프로필이에요.'),
    onPick: required('(profile: Profile) => void', '고르면 불러요.'),
  } satisfies PropsOf<typeof ProfilePicker>,
  pin_dialog: {
    profile: required('{ id, name }', 'PIN으로 잠긴 프로필이에요.'),
    close: required('(user?: User) => void', '열리거나 그만두면 불러요.'),
  } satisfies PropsOf<typeof PinDialog>,
  avatar_grid: {
    value: required('string', '고른 그림이에요.'),
    onChange: required('(avatar: string) => void', '바뀔 때 불러요.'),
  } satisfies PropsOf<typeof AvatarGrid>,
}

const variants = 'primary | secondary | on_image | outline | ghost | danger'
const appearance = {
  variant: optional(variants, 'secondary', '중요한 정도예요. primary는 한 화면에 하나만 써요.'),
  size: optional('md | lg', 'md', '높이와 글자 크기예요.'),
  icon: optional('IconName', null, '글자 앞의 아이콘이에요.'),
} as const

export const baseProps = {
  logo: { className: optional('string', 'h-7', '크기를 정해요.') } satisfies PropsOf<typeof Logo>,
  icon: {
    name: required('IconName', '그림의 이름이에요.'),
    className: optional('string', 'size-5', '크기와 색을 정해요.'),
  } satisfies PropsOf<typeof Icon>,
  button: {
    ...appearance,
    busy: optional('boolean', 'false', '보내는 동안 누름을 막되 초점은 그대로 둬요.'),
    incomplete: optional(
      'boolean',
      'false',
      '아직 낼 수 없는 양식이에요. 흐리게 보이지만 누르면 빠진 것을 알려 줘요.',
    ),
    disabled: optional('boolean', 'false', '누를 수 없게 해요.'),
    children: optional('ReactNode', null, '이름이 되는 글자예요.'),
  } satisfies PropsOf<typeof Button, ComponentProps<'button'>>,
  button_link: {
    ...appearance,
    to: required('To', '갈 주소예요.'),
    children: optional('ReactNode', null, '이름이 되는 글자예요.'),
  } satisfies PropsOf<typeof ButtonLink, ComponentProps<typeof Link>>,
  icon_button: {
    label: required('string', '읽어 주는 이름과 도움말이에요.'),
    icon: required('IconName', '그림의 이름이에요.'),
    variant: optional(variants, 'ghost', '중요한 정도예요.'),
    disabled: optional('boolean', 'false', '누를 수 없게 해요.'),
  } satisfies PropsOf<typeof IconButton, ComponentProps<'button'>>,
  badge: {
    tone: optional(
      'neutral | accent | accent_subtle | success | on_image',
      'neutral',
      '바탕과 글자의 색이에요. 그림 위에는 on_image를 써요.',
    ),
    className: optional('string', "''", '자리를 정해요.'),
    children: required('ReactNode', '짧은 글자예요.'),
  } satisfies PropsOf<typeof Badge>,
  avatar: {
    name: required('string', '머리글자와 바탕색이 여기에서 나와요.'),
    size: optional('xs | sm | md | lg | fill', 'md', '지름이에요. fill은 담는 칸의 너비예요.'),
    className: optional('string', "''", '그림자와 움직임을 더해요.'),
  } satisfies PropsOf<typeof Avatar>,
  progress_bar: {
    value: required('number', '0부터 1까지예요.'),
    label: optional('string', null, '읽어 주는 이름이에요. 없으면 백분율을 읽어요.'),
    size: optional('sm | md', 'md', '높이예요. sm은 그림의 아래 가장자리에 써요.'),
    tone: optional('accent | on_accent', 'accent', 'on_accent는 강조색 바탕에 써요.'),
  } satisfies PropsOf<typeof ProgressBar>,
  star_rating: {
    value: required('number', '0부터 5까지예요. 반 개로 반올림해요.'),
    className: optional('string', 'size-5', '별 하나의 크기예요.'),
  } satisfies PropsOf<typeof StarRating>,
  average_rating: {
    average: required('number | null', '평균 별점이에요. null이면 아무것도 그리지 않아요.'),
    reviews: optional('number', null, '리뷰의 수예요.'),
  } satisfies PropsOf<typeof AverageRating>,
}

export const cardProps = {
  age_rating_badge: {
    code: required("'ALL' | '12' | '15' | '19'", '관람 등급이에요.'),
    className: optional('string', "''", '자리를 정해요.'),
  } satisfies PropsOf<typeof AgeRatingBadge>,
  age_rating: {
    code: required("'ALL' | '12' | '15' | '19'", '관람 등급이에요.'),
    descriptors: required('Descriptor[]', '내용 정보예요.'),
  } satisfies PropsOf<typeof AgeRating>,
  price_badges: {
    episode: required('is_free, price, rental_price, in_subscription', '회차의 값이에요.'),
    onImage: optional('boolean', 'false', '그림 위에 두는지예요.'),
  } satisfies PropsOf<typeof PriceBadges>,
  poster_card: {
    series: required('PosterCardData', '작품이에요.'),
    title: optional('ReactNode', 'series.title', '찾은 글자를 칠한 제목이에요.'),
    heading: optional('h2 | h3', 'h3', '제목의 단계예요.'),
    lines: optional('truncate | line-clamp-2', 'line-clamp-2', '가로줄에서는 truncate를 써요.'),
    onOpen: optional('() => void', '없음', '작품을 열 때 불러요.'),
  } satisfies PropsOf<typeof PosterCard>,
  rank_card: {
    series: required('PosterCardData', '작품이에요.'),
    rank: required('number', '순위예요. 1부터 세요.'),
  } satisfies PropsOf<typeof RankCard>,
  episode_card: {
    episode: required('EpisodeCardData', '회차예요.'),
  } satisfies PropsOf<typeof EpisodeCard>,
  portrait_episode_card: {
    episode: required('EpisodeCardData', '세로 회차예요.'),
    among: optional('works | episodes', 'works', '작품 제목과 회차 제목 가운데 무엇을 보일지예요.'),
    current: optional('boolean', 'false', '지금 보는 회차인지예요.'),
    children: optional('ReactNode', null, '그림 위에 얹어요.'),
  } satisfies PropsOf<typeof PortraitEpisodeCard>,
  person_card: {
    id: required('number', '사람의 번호예요.'),
    name: required('string', '이름이에요.'),
    detail: required('string', '맡은 일이나 작품이에요.'),
  } satisfies PropsOf<typeof PersonCard>,
  rail: {
    title: required('string', '제목이자 구역의 이름이에요.'),
    subtitle: optional('string', null, '제목 옆의 설명이에요.'),
    to: optional('string', null, '전체 목록의 주소예요.'),
    cardShape: required('poster | rank | landscape | portrait | person', '카드의 너비예요.'),
    backdrop_url: optional('string | null', 'null', '제목과 카드 뒤에 까는 그림이에요.'),
    backdrop_color: optional('string', null, '그림이 오기 전의 색이에요.'),
    isDeferred: optional('boolean', 'false', '첫 화면 아래에서는 카드를 적게 그려요.'),
    onMount: optional('(section: Element) => () => void', null, '그린 뒤에 구역과 함께 불러요.'),
    children: required('ReactNode[]', '카드예요. 없으면 아무것도 그리지 않아요.'),
  } satisfies PropsOf<typeof Rail>,
  rail_skeleton: {
    cards: required('number', '카드의 수예요.'),
  } satisfies PropsOf<typeof RailSkeleton>,
  grid_skeleton: {
    cards: optional('number', '12', '카드의 수예요.'),
  } satisfies PropsOf<typeof GridSkeleton>,
  episode_skeleton: {} satisfies PropsOf<typeof EpisodeSkeleton>,
}

const field = {
  label: required('string', '입력 위의 이름이에요.'),
  hint: optional('ReactNode', null, '입력 아래의 도움말이에요.'),
  error: optional('string', null, '도움말 대신 보이는 오류예요.'),
  counter: optional('string', null, '이름 옆의 글자예요. 글자 수 등이에요.'),
} as const
const disabled = optional('boolean', 'false', '바꿀 수 없게 해요.')

export const formProps = {
  chip: {
    selected: optional('boolean', 'false', '골랐는지예요.'),
    disabled,
  } satisfies PropsOf<typeof Chip, ComponentProps<'button'>>,
  text_field: {
    ...field,
    required: optional('boolean', 'false', '이름 뒤에 별표를 붙여요.'),
    disabled,
  } satisfies PropsOf<typeof TextField, ComponentProps<'input'>>,
  text_area: {
    ...field,
    counted: optional('string', null, '글자 수를 보여 줄 글이에요. maxLength와 함께 써요.'),
    maxLength: optional('number', null, '쓸 수 있는 글자 수예요.'),
  } satisfies PropsOf<typeof TextArea, ComponentProps<'textarea'>>,
  select_field: field satisfies PropsOf<typeof SelectField, ComponentProps<'select'>>,
  checkbox: {
    label: required('ReactNode', '옆의 이름이에요.'),
    disabled,
  } satisfies PropsOf<typeof Checkbox, ComponentProps<'input'>>,
  switch: {
    label: required('ReactNode', '옆의 이름이에요.'),
    disabled,
  } satisfies PropsOf<typeof Switch, ComponentProps<'input'>>,
  radio_card: {
    name: required('string', '함께 고르는 묶음의 이름이에요.'),
    checked: required('boolean', '골랐는지예요.'),
    onSelect: required('() => void', '고를 때 불러요.'),
    title: required('string', '굵은 이름이에요.'),
    price: optional('string', null, '오른쪽의 값이에요.'),
    detail: required('ReactNode', '아래의 설명이에요.'),
    disabled: optional('boolean', 'false', '고를 수 없게 해요.'),
  } satisfies PropsOf<typeof RadioCard>,
  star_rating_input: {
    value: required('number | null', '고른 별점이에요. 0.5부터 5까지예요.'),
    onChange: required('(value: number) => void', '고를 때 불러요.'),
    label: optional('string', '별점', '읽어 주는 이름이에요.'),
    error: optional('string', null, '아래의 오류예요.'),
  } satisfies PropsOf<typeof StarRatingInput>,
  form_alert: {
    className: optional('string', "''", '여백을 정해요.'),
    children: required('string | null | undefined', '입력 전체의 오류예요. 없으면 숨어요.'),
  } satisfies PropsOf<typeof FormAlert>,
}
