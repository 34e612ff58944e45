import type { Plan } from '#contract/transactions/subscriptions.ts'
import { formatMonthDay, formatWon } from '#web/lib/format.ts'
import { josa } from '#web/lib/josa.ts'

/** Plans page (D-50, D-56). */
export const plansMessages = {
  title: '이용권',
  description:
    '한 달에 한 번, 이용권 작품을 마음껏 봐요. 세 가지 이용권의 화질과 동시 시청을 견줘 보세요.',
  lead: '이용권 하나로 이용권 작품을 마음껏 봐요. 언제든 두 번 눌러 해지할 수 있어요.',
  list: '이용권 비교',
  won: '원',
  per_month: '/월',
  quality: ({ max_height }: Pick<Plan, 'max_height'>) =>
    max_height >= 1080 ? `${max_height}p 풀 HD 화질` : `${max_height}p HD 화질`,
  streams: ({ streams }: Pick<Plan, 'streams'>) =>
    streams > 1 ? `${streams}대에서 동시에 시청` : '한 번에 1대에서 시청',
  all_titles: '이용권 작품 모두 시청',
  current: '쓰고 있어요',
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
      '위로는 바로, 아래로는 다음 결제부터',
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
