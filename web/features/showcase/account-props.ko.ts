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
import { optional, required, type PropsOf } from './props-table.tsx'

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
    personal: optional('string[]', '[]', '들어 있으면 약해지는 이메일과 이름이에요.'),
  } satisfies PropsOf<typeof NewPasswordField, InputProps>,
  confirm_password_field: {
    ...password,
    password: required('string', '새 비밀번호예요.'),
    typed: required('string', '다시 쓴 비밀번호예요.'),
  } satisfies PropsOf<typeof ConfirmPasswordField, InputProps>,
  purchase_consents: {
    value: required('PurchaseConsent', '동의한 항목이에요.'),
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
