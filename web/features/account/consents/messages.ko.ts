import type { RequiredConsent } from '#contract/accounts/account-rules.ts'

export const consentRequestMessages = {
  title: '바뀐 약관에 동의해 주세요',
  lead: '계속 이용하려면 바뀌는 내용을 확인하고 동의해 주세요. 동의하지 않으면 시행일 전에 탈퇴할 수 있어요.',
  names: {
    terms_of_service: '이용약관',
    privacy_policy: '개인정보처리방침',
    age_verification: '만 14세 이상 확인',
  } satisfies Record<RequiredConsent, string>,
  read: (name: string, day: string) => `${name} (${day} 시행) 보기`,
  agree: '동의하기',
  later: '나중에',
  agreed: '동의해 주셔서 고마워요',
} as const
