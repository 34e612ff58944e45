import { refundWindowDays } from '#contract/transactions/payment-constants.ts'
import type { RefundIneligibilityReason } from '#contract/transactions/payment-schemas.ts'
import type { BillingCard, Subscription } from '#contract/transactions/subscriptions.ts'
import { formatCardNumber, formatMonthDay, formatTime, formatWon } from '#web/lib/format.ts'
import { josa } from '#web/lib/josa.ts'

/** `12월 21일 14:05` */
const formatMoment = (instant: string): string =>
  `${formatMonthDay(instant)} ${formatTime(instant)}`

/** `신한 4330-****-****-012*`, as on a card statement. */
export const cardLabel = ({ company, masked_number }: BillingCard): string =>
  `${company} ${formatCardNumber(masked_number)}`

/** The member's subscription. */
export const subscriptionMessages = {
  title: '이용권',
  plan: (name: string) => `${name} 이용권`,
  none: '쓰고 있는 이용권이 없어요',
  none_detail: '한 달에 한 번 결제하고, 이용권 작품을 마음껏 볼 수 있어요.',
  see_plans: '이용권 보기',
  change: '이용권 바꾸기',
  failed_to_load: '이용권을 불러오지 못했어요.',
  retry: '다시 시도',
  next: '다음 결제',
  next_charge: (at: string, amount: number) => `${formatMonthDay(at)} · ${formatWon(amount)}`,
  next_plan: (name: string, at: string) => `${formatMonthDay(at)}부터 ${name}`,
  card: '결제 카드',
  no_card: '등록한 카드가 없어요',
  change_card: '카드 바꾸기',
  register_card: '카드 등록하기',
  until: '이용 기간',
  until_value: (at: string) => `${formatMoment(at)}까지`,
  cancel: '해지',
  cancelled: '해지했어요',
  cancelled_detail: (at: string) => `${formatMoment(at)}까지 볼 수 있고, 더\u00a0결제되지 않아요.`,
  resume: '해지 취소',
  resumed: (at: string, amount: number) =>
    `해지를 취소했어요. ${formatMonthDay(at)}에 ${formatWon(amount)}이 결제돼요.`,
  resumed_plain: '해지를 취소했어요',
  ended: '이용권이 끝났어요',
  ended_unpaid: '이용료를 결제하지 못해 끝났어요. 밀린 금액은 없고, 더\u00a0결제되지 않아요.',
  ended_detail: '보던 기록과 소장한 회차는 그대로 있어요. 언제든 다시 시작할 수 있어요.',
  start_again: '다시 시작하기',
  charging: '결제를 확인하고 있어요',
  charging_detail: '결과가 나올 때까지 이용권을 바꿀 수 없어요. 한 번만 결제돼요.',
  charge_failed: '이용권 결제가 되지 않았어요',
  charge_declined: '결제하지 못했어요',
  retry_at: (at: string) => `${formatMoment(at)}에 다시 결제해 볼게요.`,
  no_retry: '더 결제하지 않아요.',
  plays_until: (at: string) => `${formatMoment(at)}까지는 평소처럼 볼 수 있어요.`,
  playback_stopped: '지금은 재생이 멈췄어요. 결제되면 바로 이어서 볼 수 있어요.',
  pay_now: '지금 결제하기',
  refund: '환불',
  refund_button: (amount: number) => `${formatWon(amount)} 환불받기`,
  refundable: (
    amount: number,
    at: string,
    revertsTo: Subscription['refundable']['reverts_to_plan'],
  ) =>
    revertsTo
      ? `이용권을 바꾼 뒤로 이용권으로 보지 않아 ${formatMoment(at)}까지 ${formatWon(amount)} 전액을 환불받을 수 있어요. 환불하면 ${revertsTo.name} 이용권으로 돌아가 ${formatMoment(revertsTo.until)}까지 볼 수 있어요.`
      : `아직 이용권으로 보지 않아 ${formatMoment(at)}까지 ${formatWon(amount)} 전액을 환불받을 수 있어요. 환불하면 이용권은 바로 끝나요.`,
  refund_blocked: (
    reason: RefundIneligibilityReason,
    { status }: Pick<Subscription, 'status'>,
  ): string => {
    if (status !== 'active') return '결제된 기간이 없어 환불할 금액이 없어요.'
    return chargeRefundBlockedReasons[reason]
  },
} as const

/** Other terms of the plan. */
export const priceOfferMessages = {
  title: '새 이용료에 동의할지 정해 주세요',
  title_without_question: '이용료가 바뀌어요',
  old_price: '지금',
  new_price: '새 이용료',
  monthly: (won: number) => `월 ${formatWon(won)}`,
  from: '바뀌는 날',
  from_value: (at: string) => `${formatMonthDay(at)} 결제부터`,
  is_open: '아직 동의하지 않았어요.',
  is_agreed: '동의했어요.',
  agree: '새 이용료에 동의하기',
  withdraw: '동의 취소하기',
  agreed: (at: string, won: number) =>
    `동의했어요. ${formatMonthDay(at)} 결제부터 월 ${josa(formatWon(won), '이에요/예요')}.`,
  withdrawn: '동의를 취소했어요. 새 이용료는 결제되지 않아요.',
} as const

/** Reasons against refunding a charge. */
export const chargeRefundBlockedReasons: Record<RefundIneligibilityReason, string> = {
  too_late: `결제한 지 ${refundWindowDays}일이 지나 환불할 수 없어요. 해지하면 남은 기간까지 쓰고 끝나요.`,
  already_watched:
    '이번 기간에 이용권으로 본 작품이 있어 환불할 수 없어요. 해지하면 남은 기간까지 쓰고 끝나요.',
  already_refunded: '이번 결제는 이미 환불했거나 환불하고 있어요.',
  points_spent: '돌려받을 금액이 없어요.',
  bonus_spent: '돌려받을 금액이 없어요.',
  not_paid: '결제가 끝나지 않아 환불할 수 없어요.',
}

/** Cancelling a subscription. */
export const cancelMessages = {
  title: '이용권 해지',
  description: '쓰고 있는 이용권을 확인하고 해지해요.',
  lead: '지금 쓰고 있는 이용권이에요.',
  start: '해지하기',
  keep: '계속 쓰기',
  none: '해지할 이용권이 없어요',
  none_detail: '쓰고 있는 이용권이 없어 결제되는 것도 없어요.',
  check_title: '이용권을 해지할까요?',
  check_until: (at: string) => `${formatMoment(at)}까지 볼 수 있어요`,
  check_ended: '재생은 이미 멈췄어요',
  check_list: [
    ['그때까지는 지금과 같아요', '이용권 작품을 평소처럼 볼 수 있어요.'],
    ['더 결제되지 않아요', '다음 결제일에도 카드에서 빠져나가지 않아요.'],
    ['기록은 그대로예요', '시청 내역과 찜, 소장하거나 대여한 회차는 남아 있어요.'],
    ['마음이 바뀌면 되돌려요', '끝나기 전에는 언제든 마이에서 해지를 취소할 수 있어요.'],
  ] as const,
  refund_title: (amount: number) => `해지하면 ${josa(formatWon(amount), '을/를')} 바로 환불해요`,
  refund_list: (revertsTo: Subscription['refundable']['reverts_to_plan']) =>
    [
      ['결제한 카드로 전액 돌려드려요', '카드사에 따라 며칠 뒤에 돌아올 수 있어요.'],
      revertsTo
        ? [
            `${revertsTo.name} 이용권으로 돌아가요`,
            `${formatMoment(revertsTo.until)}까지 볼 수 있고, 더\u00a0결제되지 않아요.`,
          ]
        : ['이용권은 바로 끝나요', '이용권 작품을 더 볼 수 없고, 더\u00a0결제되지 않아요.'],
      ['기록은 그대로예요', '시청 내역과 찜, 소장하거나 대여한 회차는 남아 있어요.'],
    ] as const,
  confirm_with_refund: (amount: number) => `해지하고 ${formatWon(amount)} 환불받기`,
  confirm_without_refund: (at: string) => `환불 없이 ${formatMonthDay(at)}까지 쓰고 해지`,
  success_refunded:
    '이용권이 끝났고, 결제한 금액은 카드로 돌려드려요. 카드사에 따라 며칠 뒤에 돌아올 수 있어요.',
  overdue: '밀린 이용료도 더 결제하지 않아요.',
  still_refundable: '아직 환불받을 수 있는 결제예요',
  confirm: '해지하기',
  checking: '확인하고 있어요',
  success_title: '해지했어요',
  /** A plan change was undone; `plan` is the previous one. */
  success_reverted: (amount: number, plan: string, at: string) =>
    `${josa(formatWon(amount), '을/를')} 카드로 돌려드려요. ${plan} 이용권으로 돌아가 ${formatMoment(at)}까지 볼 수 있고, 더\u00a0결제되지 않아요.`,
  success_detail: (at: string) =>
    `${formatMoment(at)}까지 그대로 볼 수 있고, 그 뒤로는 결제되지 않아요.`,
  success_ended: '이제 결제되지 않아요.',
  undo: '마음이 바뀌셨다면 그 전까지 마이에서 해지를 취소할 수 있어요.',
  not_cancelled_title: '해지하지 않은 이용권이에요',
  not_cancelled_detail: (at: string, amount: number) =>
    `다음 결제는 ${formatMonthDay(at)}, ${formatWon(amount)}이에요.`,
  fail_title: '해지하지 못했어요',
  fail_detail: '해지되지 않아 이용권은 그대로예요. 잠시 뒤에 다시 시도해 주세요.',
  fail_next: '계속 되지 않으면 1:1 문의로 알려 주세요. 문의하신 날을 기준으로 해지해 드려요.',
  retry: '다시 해지하기',
  inquire: '1:1 문의하기',
  home: '홈으로 가기',
  mypage: '마이로 가기',
} as const

/** Payment card page and the result of a registration. */
export const paymentCardMessages = {
  title: '결제 카드',
  description: '이용권이 결제되는 카드를 보고 바꿔요.',
  registered: (at: string) => `${at} 등록`,
  next: (at: string, amount: number) =>
    `${formatMonthDay(at)}에 이 카드로 ${josa(formatWon(amount), '이/가')} 결제돼요.`,
  idle: '지금은 이 카드로 결제할 것이 없어요.',
  none: '등록한 카드가 없어요',
  none_detail:
    '카드를 등록해 두면 이용권을 시작할 때 바로 쓸 수 있어요. 등록만으로는 결제되지 않아요.',
  none_next: (at: string, amount: number) =>
    `${formatMonthDay(at)}에 ${josa(formatWon(amount), '을/를')} 결제할 카드가 없어요. 그 전에 등록해 주세요.`,
  change: '다른 카드로 바꾸기',
  register: '카드 등록하기',
  change_detail:
    '결제창에서 새 카드를 등록하면 다음 결제부터 그 카드를 써요. 지금 카드의 등록 정보는 지워요.',
  overdue: (amount: number) =>
    `새 카드를 등록하면 밀린 이용료 ${josa(formatWon(amount), '이/가')} 바로 결제되고, 이어서 볼 수 있어요.`,
  result_title: '카드 등록 결과',
  result_description: '카드 등록과 이용권 결제가 어떻게 되었는지 알려 드려요.',
  unavailable: '카드를 등록했는지 확인하지 못했어요',
  unavailable_detail:
    '인터넷 연결을 확인하고 다시 시도해 주세요. 여러 번 눌러도 한 번만 등록되고 결제돼요.',
  confirming: '카드를 등록하고 있어요',
  confirming_detail: '이 화면을 닫지 말고 잠시만 기다려 주세요.',
  pending: '카드사의 답을 기다리고 있어요',
  pending_detail:
    '결제되었는지 확인되는 대로 여기에서 알려 드려요. 화면을 닫아도 한 번만 결제되고, 결과는 마이에서 볼 수 있어요.',
  changed: '결제 카드를 등록했어요',
  changed_detail: '다음 결제부터 이 카드로 결제돼요.',
  registered_detail: '이용권을 시작할 때 이 카드로 바로 결제할 수 있어요.',
  charge_declined: '카드는 등록했지만 이용료가 결제되지 않았어요',
  started: (plan: string) => `${plan} 이용권을 시작했어요`,
  started_detail: '이용권 작품을 지금부터 마음껏 볼 수 있어요.',
  active: (plan: string) => `${plan} 이용권을 쓰고 있어요`,
  not_started: '이용권을 시작하지 않았어요',
  amount_changed: (amount: number) =>
    `카드는 등록했어요. 그사이 결제할 금액이 ${josa(formatWon(amount), '으로/로')} 바뀌어 결제하지 않았어요. 이용권에서 금액을 확인하고 다시 시작해 주세요.`,
  not_started_detail:
    '카드는 등록했지만 결제되지 않았어요. 빠져나간 금액은 없어요. 다시 시작하거나 다른 카드를 등록해 주세요.',
  start_failed: '이용권을 시작하지 못했어요',
  not_registered: '카드를 등록하지 못했어요',
  not_registered_detail: '빠져나간 금액은 없어요. 카드 정보를 확인하고 다시 등록해 주세요.',
  closed: '카드 등록을 그만뒀어요',
  closed_detail: '등록하거나 결제한 것은 없어요. 언제든 다시 할 수 있어요.',
  consent_expired: '동의한 지 시간이 지났어요. 이용권을 고르는 것부터 다시 해 주세요.',
  not_found: '카드 등록 정보를 찾지 못했어요',
  not_found_detail: '주소가 바뀌었을 수 있어요. 등록되었는지는 결제 카드 화면에서 확인해 주세요.',
  plan: '이용권',
  paid: '결제 금액',
  next_charge: '다음 결제',
  card: '결제 카드',
  go_on: '이어서 보기',
  browse: '작품 둘러보기',
  see_subscription: '내 이용권 보기',
  register_again: '다시 등록하기',
  plans: '이용권 보기',
  card_page: '결제 카드 보기',
} as const
