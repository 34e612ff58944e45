/** What somebody who left with paid points is written. */
export const pointsBackWords = (won: number) => ({
  subject: `[한편] 남은 포인트 ${won.toLocaleString('ko-KR')}원을 돌려드려요`,
  preheader: '결제하신 카드로 결제가 취소돼요.',
  title: '남은 포인트를 돌려드려요',
  paragraphs: [
    `쓰지 않고 남은 충전 포인트 ${won.toLocaleString('ko-KR')}P를 충전할 때 결제하신 카드로 돌려드려요. 따로 하실 일은 없어요.`,
    '결제 취소는 바로 요청했고, 카드 명세서에는 카드사에 따라 3~7일 뒤에 나타나요.',
  ],
  footer: '탈퇴하신 계정의 남은 포인트에 관한 소식이에요.',
})
