import { paidPartStart } from '#contract/playback/key-requests.ts'
import { refundWindowDays } from '#contract/transactions/payment-constants.ts'
import type { RentalTerms } from '#contract/transactions/rental-terms.ts'
import { rentalRule } from '#web/features/billing/rental-period.ko.ts'
import { formatDuration, formatPoints, formatWon } from '#web/lib/format.ts'
import { josa } from '#web/lib/josa.ts'

/** By `ownership_type_id`. */
export const ownershipLabels = { 2: '대여', 3: '소장' } as const

/** Length of a preview: `48초`, `1분 20초`. */
const wholeSeconds = (seconds: number) => formatDuration(Math.round(seconds))

/** Offers of a locked episode. */
export const offerMessages = {
  label: '볼 수 있는 방법',
  own: '소장',
  own_detail: '기간 제한 없이 다시 봐요',
  rent: '대여',
  rent_detail: rentalRule,
  plan: '이용권',
  plan_price: (price: number) => `월 ${formatWon(price)}부터`,
  plan_detail: '이용권 작품을 마음껏 봐요',
  none: '지금은 볼 수 있는 방법이 없어요.',
} as const

/** Texts after a payment: the effects of starting to watch. */
const purchasedDetail = {
  /** @param hours of the rental, if they are known. */
  2: (hours?: number) =>
    `미리보기 뒤를 보기 시작하면 ${hours === undefined ? '대여 ' : hours}시간이 시작되고, 그때부터는 환불할 수 없어요.`,
  3: () => '미리보기 뒤를 보기 시작하면 그때부터는 환불할 수 없어요.',
} as const

/** Purchase dialog. */
export const purchaseMessages = {
  child: '어린이 프로필에서는 살 수 없어요. 어른 프로필로 바꾼 뒤에 볼 수 있어요.',
  switch_profile: '프로필 바꾸기',
  dialog: (title: string) => `${title} 구매`,
  title: '구매하기',
  ownership: '무엇을 살까요?',
  own_detail: '기간 제한 없이 다시 봐요',
  rent_detail: ({ start_days, playback_hours }: RentalTerms) =>
    `${start_days}일 안에 시작해 ${playback_hours}시간 동안 봐요`,
  rent_rule: (terms: RentalTerms) =>
    `대여는 결제한 날부터 ${rentalRule(terms)}. 무료 미리보기는 시작으로 치지 않아요.`,
  method: '어떻게 낼까요?',
  card: '카드',
  card_detail: '결제창에서 골라요',
  point: '포인트',
  balance: (amount: number) => `${formatPoints(amount)} 있어요`,
  balance_failed: '포인트를 불러오지 못했어요',
  event: '이벤트 포인트',
  paid: '유료 포인트',
  spent: (amount: number) => `−${formatPoints(amount)}`,
  remaining: '남는 포인트',
  shortfall: (amount: number) => `${josa(formatPoints(amount), '이/가')} 모자라요`,
  shortfall_detail: (amount: number, bonus: number) =>
    `${josa(formatPoints(amount), '을/를')} 카드로 충전하고 바로 이어서 살 수 있어요.${bonus > 0 ? ` 이벤트 ${josa(formatPoints(bonus), '이/가')} 함께 와요.` : ''}`,
  shortfall_too_large: '한 번에 충전할 수 있는 포인트로는 모자라요. 카드로 결제해 주세요.',
  total: '결제 금액',
  tax: '부가세 포함, 한 번만 결제돼요.',
  tax_points: '한 번만 결제돼요.',
  refund_title: '환불 기준',
  refund: (preview_seconds: number | null) =>
    preview_seconds === null
      ? `보기 시작하면 환불할 수 없어요. 그 전에는 ${refundWindowDays}일 안에 모두 돌려드려요.`
      : `${formatDuration(paidPartStart(preview_seconds))}부터 재생하면 환불할 수 없어요. 그 전에는 ${refundWindowDays}일 안에 모두 돌려드려요.`,
  refund_points: '쓰지 않고 남은 유료 포인트는 언제든 돌려드려요.',
  preview_length: (seconds: number) =>
    `이 회차의 무료 미리보기는 처음 ${wholeSeconds(seconds)}예요. ${formatDuration(paidPartStart(seconds))}부터 재생하면 미리보기 뒤를 보기 시작한 것으로 봐요.`,
  pay_card: (amount: number) => `${formatWon(amount)} 결제하기`,
  pay_points: (amount: number, way: 2 | 3) =>
    `${josa(formatPoints(amount), '으로/로')} ${ownershipLabels[way]}하기`,
  top_up: (amount: number) => `${formatWon(amount)} 충전하고 이어서 사기`,
  redirecting: '결제창을 열고 있어요',
  window_unavailable:
    '결제창을 열지 못했어요. 빠져나간 금액은 없어요. 잠시 뒤에 다시 시도해 주세요.',
  price_changed: '가격이 바뀌었어요. 빠져나간 금액은 없어요.',
  see_price: '지금 가격 보기',
  see_payments: '결제 내역 보기',
  purchased: { 2: '대여했어요', 3: '소장했어요' },
  already_owned: '이미 볼 수 있는 회차예요',
  purchased_detail: purchasedDetail,
  watch_now: '지금 보기',
  watch_later: '나중에',
  failed: '구매 화면을 열지 못했어요. 인터넷 연결을 확인하고 다시 시도해 주세요.',
} as const

/** Free preview of a paid episode. */
export const previewMessages = {
  chip: '미리보기',
  left: (seconds: number) => `${formatDuration(seconds)} 남음`,
  buy: (price: number, way: 2 | 3) => `${formatWon(price)} ${ownershipLabels[way]}`,
  see_plans: '이용권 보기',
  ended: (seconds: number) => `${wholeSeconds(seconds)} 미리보기가 끝났어요`,
  ended_detail: '마음에 드는 방법을 고르면 여기서부터 이어져요.',
  again: '미리보기 다시 보기',
  below: '이 회차를 끝까지 보려면',
  signed_out: '이미 구매했거나 이용권이 있나요?',
  sign_in: '로그인하기',
} as const

export const paymentResultMessages = {
  success_title: '결제 결과',
  fail_title: '결제 결과',
  description: '결제가 어떻게 되었는지 알려 드려요.',
  confirming: '결제를 확인하고 있어요',
  confirming_detail: '이 화면을 닫지 말고 잠시만 기다려 주세요.',
  pending: '카드사의 답을 기다리고 있어요',
  pending_detail:
    '결제되었는지 확인되는 대로 여기에서 알려 드려요. 화면을 닫아도 한 번만 결제되고, 결과는 결제 내역에서 볼 수 있어요.',
  unavailable: '결제 결과를 확인하지 못했어요',
  unavailable_detail: '인터넷 연결을 확인하고 다시 시도해 주세요. 여러 번 눌러도 한 번만 결제돼요.',
  paid: '결제가 끝났어요',
  paid_episode: { 2: '대여했어요', 3: '소장했어요' },
  paid_points: (amount: number) => `${josa(formatPoints(amount), '을/를')} 충전했어요`,
  refunded: '결제를 취소하고 모두 돌려드렸어요',
  refunded_detail: '결제한 방법 그대로 돌아가요. 카드사에 따라 며칠이 걸릴 수 있어요.',
  declined: '결제하지 못했어요',
  closed: '결제를 그만뒀어요',
  ended: '이 결제는 끝났어요',
  not_paid: '아직 결제하지 않았어요',
  not_paid_detail: '빠져나간 금액은 없어요. 돌아가서 다시 결제할 수 있어요.',
  mismatch: '결제 정보가 주문과 맞지 않아요',
  not_found: '결제를 찾지 못했어요',
  not_found_detail:
    '주소가 바뀌었거나 다른 계정의 결제일 수 있어요. 결제했는지는 결제 내역에서 확인해 주세요.',
  item: '상품',
  amount: '결제 금액',
  card: '카드',
  points: '받은 포인트',
  points_of: (amount: number, bonus: number) =>
    bonus > 0 ? `${formatPoints(amount)} + 이벤트 ${formatPoints(bonus)}` : formatPoints(amount),
  paid_episode_detail: purchasedDetail,
  watch_now: '지금 보기',
  watch_later: '나중에',
  continue: '이어서 하기',
  pay_again: '다시 결제하기',
  pay_otherwise: '다른 방법으로 결제하기',
  back: '돌아가기',
  receipt: '영수증 보기',
  payments: '결제 내역 보기',
  points_page: '내 포인트 보기',
  home: '홈으로',
} as const

/** The excerpt of the terms in a payment dialog. */
export const termsMessages = { details: '자세히' } as const

/** Consents before a payment. Neither is checked by default. */
export const consentMessages = {
  title: '결제 전에 확인해 주세요',
  all: '모두 동의해요',
  precautions: '구매 조건과 환불 기준을 확인했고 결제에 동의해요',
  privacy: '결제에 필요한 정보를 결제대행사에 제공하는 데 동의해요',
  /** Points involve no payment gateway. */
  privacy_points: '구매 기록을 법에서 정한 동안 보관하는 데 동의해요',
  precautions_terms: '유료서비스 이용약관 보기',
  privacy_terms: '개인정보처리방침 보기',
  see_terms: '보기',
  missing: '두 가지 모두 동의해야 결제할 수 있어요.',
} as const
