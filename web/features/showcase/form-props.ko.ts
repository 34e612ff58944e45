import type { ComponentProps } from 'react'
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
import { optional, required, type PropsOf } from './props-table.tsx'

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
    used: optional('number', null, '지금까지 쓴 글자 수예요. maxLength와 함께 써요.'),
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
