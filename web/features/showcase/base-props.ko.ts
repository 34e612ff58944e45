import type { ComponentProps } from 'react'
import type { Link } from 'react-router'
import type { Avatar } from '#web/ui/base/avatar.tsx'
import type { Badge } from '#web/ui/base/badge.tsx'
import type { Button, ButtonLink, IconButton } from '#web/ui/base/button.tsx'
import type { StarRating } from '#web/ui/base/five-stars.tsx'
import type { Icon } from '#web/ui/base/icon.tsx'
import type { Logo } from '#web/ui/base/logo.tsx'
import type { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import type { AverageRating } from '#web/ui/base/star-rating.tsx'
import { optional, required, type PropsOf } from './props-table.tsx'

const variants = 'primary | secondary | overlay | outline | ghost | danger'
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
    image: optional('string | null', 'null', '사진의 주소예요.'),
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
