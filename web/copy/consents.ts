/** What is agreed to before anything is paid for (D-52). Neither is ticked beforehand. */
export const consentCopy = {
  title: '결제 전에 확인해 주세요',
  precautions: '구매 조건과 환불 기준을 확인했고 결제에 동의해요',
  privacy: '결제에 필요한 정보를 결제대행사에 제공하는 데 동의해요',
  precautions_terms: '유료서비스 이용약관 보기',
  privacy_terms: '개인정보처리방침 보기',
  missing: '두 가지 모두 동의해야 결제할 수 있어요.',
} as const
