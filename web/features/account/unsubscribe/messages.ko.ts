/** Withdraws the marketing consent by the link in a mail (D-83). */
export const unsubscribeMessages = {
  title: '광고 메일 수신 거부',
  description: '메일로 받은 링크로 마케팅 정보 수신 동의를 거둬요.',
  lead: '새 작품과 혜택 소식을 더 받지 않을까요?',
  detail: '누르면 바로 수신을 거부하고, 결과를 메일로 알려 드려요. 결제나 보안 알림은 계속 보내요.',
  submit: '수신 거부하기',
  keep: '계속 받기',
  done: '수신 동의를 거뒀어요',
  done_detail: '이제 광고 메일을 보내지 않아요. 마음이 바뀌면 프로필에서 다시 켤 수 있어요.',
  invalid: '쓸 수 없는 링크예요',
  invalid_detail:
    '메일의 링크를 다시 눌러 주세요. 로그인한 뒤 프로필에서도 수신 동의를 끌 수 있어요.',
  home: '홈으로',
  profile: '프로필로',
} as const
