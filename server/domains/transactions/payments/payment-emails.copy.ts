import { serviceName } from '#server/messages/service-placeholders.ts'
export const paymentEmailLabels = {
  item: '상품',
  amount: '결제 금액',
  card: '결제 카드',
  paid_at: '결제 일시',
  start_within: '재생 시작 기한',
  points: '충전 포인트',
  bonus: '보너스 포인트',
  usable_until: '사용 기한',
  refunded_won: '카드로 환불',
  refunded_points: '포인트로 환불',
  withdrawn_points: '회수한 포인트',
  refunded_at: '환불 일시',
} as const

export const paymentEmailFooter = `${serviceName}에서 결제하거나 환불한 내역이라 광고 수신 동의와 상관없이 보내요.`
const receipt_button = '영수증 보기'
const order_button = '결제 내역 보기'

/** Text of the e-mails about card payments and refunds. */
export const paymentEmailCopy = {
  purchased: (title: string, rental_hours: number | null, refund_days: number) => ({
    subject: `[${serviceName}] ${title} 결제가 완료됐어요`,
    preheader: '지금 바로 볼 수 있어요.',
    title: '결제가 완료됐어요',
    paragraphs: [
      rental_hours === null
        ? '소장한 작품은 마이 > 소장·대여에서 언제든 다시 볼 수 있어요.'
        : `재생을 시작하면 그때부터 ${rental_hours}시간 동안 볼 수 있어요.`,
      `보기 전이라면 결제한 날부터 ${refund_days}일 안에 마이 > 결제 내역에서 바로 환불받을 수 있어요.`,
    ],
    button: receipt_button,
  }),
  topped_up: (points: string) => ({
    subject: `[${serviceName}] ${points}를 충전했어요`,
    preheader: '작품을 소장하거나 대여할 때 쓸 수 있어요.',
    title: '포인트를 충전했어요',
    paragraphs: [
      '충전한 포인트로 작품을 소장하거나 대여할 수 있어요. 먼저 사라질 포인트부터 쓰여요.',
    ],
    button: receipt_button,
  }),
  refunded: (title: string, is_automatic: boolean, is_card: boolean) => ({
    subject: `[${serviceName}] ${title} 환불이 완료됐어요`,
    preheader: '환불한 금액을 확인해 주세요.',
    title: '환불이 완료됐어요',
    paragraphs: [
      ...(is_automatic
        ? ['결제는 됐지만 상품을 드릴 수 없어서 바로 환불해 드렸어요. 불편을 드려 죄송해요.']
        : []),
      is_card
        ? '카드 결제는 바로 취소했어요. 카드사에 따라 명세서에 보이기까지 3~7일 걸릴 수 있어요.'
        : '결제에 쓴 포인트를 그대로 돌려드렸어요. 그동안 사용 기한이 지난 포인트는 바로 사라질 수 있어요.',
    ],
    button: order_button,
  }),
  refund_declined: (title: string) => ({
    subject: `[${serviceName}] ${title} 환불이 되지 않았어요`,
    preheader: '다시 환불을 요청하거나 고객센터에 알려 주세요.',
    title: '환불이 되지 않았어요',
    paragraphs: [
      '카드사나 결제 대행사에서 취소를 받아 주지 않아 환불하지 못했어요. 구매하신 상품은 그대로 쓸 수 있어요.',
      '결제 내역에서 다시 요청해 보고, 그래도 되지 않으면 1:1 문의로 알려 주세요. 저희가 확인해 드릴게요.',
    ],
    button: order_button,
  }),
} as const
