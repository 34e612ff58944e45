import { refundWindowDays } from '#contract/transactions/payment-constants.ts'
import type { Plan } from '#contract/transactions/subscriptions.ts'
import { formatCount, formatMonthDay, formatWon } from '#web/lib/format.ts'
import { josa } from '#web/lib/josa.ts'

/** Plans page. */
export const plansMessages = {
  title: '이용권',
  description:
    '한 달에 한 번, 이용권 작품을 마음껏 보세요. 이용권의 화질과 동시 시청을 비교해 보세요.',
  lead: (works: number) =>
    `이용권 하나로 ${works > 0 ? `${formatCount(works)}편을` : '이용권 작품을'} 마음껏 보세요. 언제든 바로 해지할 수 있어요.`,
  works: '이용권으로 보는 작품',
  list: '이용권 비교',
  won: '원',
  per_month: '/월',
  features: {
    quality: ({ max_height }: Pick<Plan, 'max_height'>) =>
      max_height >= 1080 ? `${max_height}p 풀 HD 화질` : `${max_height}p HD 화질`,
    streams: ({ streams }: Pick<Plan, 'streams'>) =>
      streams > 1 ? `${streams}대에서 동시에 시청` : '한 번에 1대에서 시청',
  },
  /** @param equal features of plans that do not differ. */
  common: (equal: readonly string[]) =>
    `모든 이용권에서 ${[...equal, '이용권 작품 전체'].join(', ')}와 프로필 5개를 PC·휴대폰·태블릿에서 누릴 수 있어요.`,
  recommended: '추천',
  recommended_reason: (height: number) => `${height}p 화질을 가장 낮은 가격에 볼 수 있어요.`,
  current: '쓰고 있어요',
  agreed_price: (price: number) =>
    `시작할 때 가격이 그대로예요. 새로 시작하면 ${formatWon(price)}이에요.`,
  next: (at: string) => `${formatMonthDay(at)}부터`,
  start_of: (plan: string) => `${plan} 시작하기`,
  change_of: (plan: string) => `${josa(plan, '으로/로')} 바꾸기`,
  keep_of: (plan: string) => `${plan} 그대로 쓰기`,
  settle_of: (plan: string) => `${plan} 지금 결제하기`,
  current_plan: '내 이용권',
  current_plan_failed: '내 이용권을 불러오지 못했어요.',
  notes_title: '알아 두세요',
  notes: [
    [
      '매달 같은 날에 결제돼요',
      '그 날이 없는 달에는 그달의 마지막 날에 결제되고, 결제할 때마다 메일로 알려 드려요.',
    ],
    [
      '해지해도 남은 기간은 그대로',
      '결제한 기간이 끝날 때까지 볼 수 있고, 그 전에는 언제든 해지를 되돌릴 수 있어요.',
    ],
    [
      '7일 안에 보지 않았다면 전액 환불',
      '결제한 날부터 7일 안에 이용권으로 한 편도 보지 않았다면 모두 돌려드려요.',
    ],
    [
      '올릴 땐 바로, 내릴 땐 다음 결제부터',
      '더 높은 이용권으로 바꾸면 쓰던 이용권의 남은 기간만큼 빼 드려요.',
    ],
  ] as const,
  not_included: '이용권에 들어 있지 않은 회차는 소장하거나 빌려서 볼 수 있어요.',
  tax: '모든 가격에 부가가치세가 들어 있어요.',
} as const

/** Dialog that starts or changes a plan. */
export const planDialogMessages = {
  dialog: (plan: string) => `${plan} 이용권`,
  title: {
    join: (plan: string) => `${plan} 이용권 시작하기`,
    upgrade: (plan: string) => `${josa(plan, '으로/로')} 바꾸기`,
    next_period: (plan: string) => `${josa(plan, '으로/로')} 바꾸기`,
    continue: (plan: string) => `${plan} 그대로 쓰기`,
    settle: (plan: string) => `${plan} 이용료 결제하기`,
  },
  lead: {
    join: '오늘부터 한 달 동안 쓰고, 해지하기 전까지 매달 결제돼요.',
    upgrade: '바로 바뀌어요. 쓰던 이용권의 남은 기간은 금액으로 계산해 빼 드려요.',
    next_period: '이번 기간에는 지금 이용권을 그대로 쓰고, 다음 결제일에 바뀌어요.',
    continue: '다음 결제일에도 이 이용권으로 이어져요.',
    settle: '밀린 이용료를 결제하면 바로 이어서 볼 수 있어요.',
  },
  price: (plan: string) => `${plan} 1개월`,
  credit: '쓰던 이용권의 남은 기간',
  credited: (amount: number) => `−${formatWon(amount)}`,
  amount_now: '오늘 결제',
  nothing: '0원',
  from: '바뀌는 날',
  next: '다음 결제',
  next_charge: (at: string, amount: number) => `${formatMonthDay(at)} · ${formatWon(amount)}`,
  card: '결제 카드',
  no_card: '다음 화면에서 등록해요',
  renews: '그 뒤로도 해지하기 전까지 매달 같은 금액이 자동으로 결제돼요.',
  rules: '해지와 환불 기준',
  rules_lead: `언제든 해지할 수 있어요. ${refundWindowDays}일 안에 한 편도 보지 않았다면 모두 돌려드려요.`,
  pay: {
    join: (amount: number) => `${formatWon(amount)} 결제하고 시작하기`,
    upgrade: (amount: number) => `${formatWon(amount)} 결제하고 바꾸기`,
    next_period: () => '다음 결제일부터 바꾸기',
    continue: () => '이 이용권 그대로 쓰기',
    settle: (amount: number) => `${formatWon(amount)} 결제하기`,
  },
  register_and_pay: (amount: number) => `카드 등록하고 ${formatWon(amount)} 결제하기`,
  amount_changed: (amount: number) =>
    `그사이 결제할 금액이 ${josa(formatWon(amount), '으로/로')} 바뀌어 결제하지 않았어요. 확인하고 다시 눌러 주세요.`,
  redirecting: '카드 등록 화면을 열고 있어요',
  window_unavailable:
    '카드 등록 화면을 열지 못했어요. 빠져나간 금액은 없어요. 잠시 뒤에 다시 시도해 주세요.',
  failed: '이용권 화면을 열지 못했어요. 인터넷 연결을 확인하고 다시 시도해 주세요.',
  quote_failed: '결제할 금액을 불러오지 못했어요.',
  other_card: '다른 카드 등록하기',
  close: '닫기',
  done: {
    join: (plan: string) => `${plan} 이용권을 시작했어요`,
    upgrade: (plan: string) => `${josa(plan, '으로/로')} 바꿨어요`,
    next_period: (plan: string) => `다음 결제일부터 ${josa(plan, '으로/로')} 바뀌어요`,
    continue: (plan: string) => `${josa(plan, '을/를')} 그대로 써요`,
    settle: (plan: string) => `${plan} 이용료를 결제했어요`,
  },
} as const
