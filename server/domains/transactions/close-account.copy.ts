import { serviceName } from '#server/messages/service-placeholders.ts'
import { formatWon } from '#server/messages/formats.copy.ts'

/** E-mail about the refunds of a deleted account, in won: for its points and for its subscription charges. */
export const closeAccountEmailCopy = ({ points, charge }: { points: number; charge: number }) => {
  const item = charge === 0 ? '남은 포인트' : points === 0 ? '이용권 결제' : '포인트와 이용권 결제'
  return {
    subject: `[${serviceName}] ${item} ${formatWon(points + charge)}을 돌려드려요`,
    preheader: '결제하신 카드로 결제가 취소돼요.',
    title: `${item} 금액을 돌려드려요`,
    paragraphs: [
      ...(points > 0
        ? [
            `쓰지 않고 남은 충전 포인트 ${formatWon(points)}을 충전할 때 결제하신 카드로 돌려드려요.`,
          ]
        : []),
      ...(charge > 0
        ? [`아직 보지 않으신 이용권의 결제 ${formatWon(charge)}을 결제하신 카드로 돌려드려요.`]
        : []),
      '따로 하실 일은 없어요. 결제 취소는 바로 요청했고, 카드 명세서에는 카드사에 따라 3~7일 뒤에 나타나요.',
    ],
    footer: '탈퇴하신 계정의 환불에 관한 소식이에요.',
  }
}
