import { serviceName } from '#server/messages/service-placeholders.ts'
import { formatMinuteOfYear, formatWon } from '#server/messages/formats.copy.ts'

const dates = new Intl.DateTimeFormat('ko-KR', { timeZone: 'Asia/Seoul', dateStyle: 'medium' })

/** `2027. 2. 28. ~ 2027. 3. 31.` */
export const formatPeriod = (start: Date, end: Date): string =>
  `${dates.format(start)} ~ ${dates.format(end)}`
/** Proration credit of an upgrade. */
export const prorationText = (won: number): string => `남은 기간 ${formatWon(won)}`

/** Title of a charge, shown on card statements, in the history and in the gateway's console. */
export const orderTitle = (plan: string): string => `${plan} 이용권 1개월`

export const noCardText = '결제할 카드가 없어요. 새 카드를 등록해 주세요.'

/** The auth key of the billing-auth window has expired. */
export const authExpiredText = '카드를 등록할 시간이 지났어요. 카드 등록을 처음부터 다시 해 주세요.'

export const subscriptionEmailLabels = {
  plan: '이용권',
  amount: '결제 금액',
  owed: '결제할 금액',
  credit: '할인',
  card: '결제 카드',
  period: '이용 기간',
  next: '다음 결제',
  reason: '이유',
  retry: '다시 결제',
  access: '재생',
  at: '시각',
} as const

/** `3월 31일 오후 3:05까지` */
export const formatUntil = (at: Date): string => `${formatMinuteOfYear(at)}까지`
export const noRenewalText = '없음 · 자동으로 결제되지 않아요'
export const accessEndedText = '지금은 멈췄어요. 결제되면 바로 이어서 볼 수 있어요.'

export const subscriptionEmailFooter = `${serviceName} 이용권의 결제에 관한 소식이라 광고 수신 동의와 상관없이 보내요.`
const card_button = '결제 카드 바꾸기'
const plan_button = '내 이용권 보기'

/** Text of the e-mails about subscriptions. */
export const subscriptionEmailCopy = {
  joined: (plan: string, refund_days: number) => ({
    subject: `[${serviceName}] ${plan} 이용권을 시작했어요`,
    preheader: '이용권에 있는 모든 작품을 지금부터 볼 수 있어요.',
    title: `${plan} 이용권을 시작했어요`,
    paragraphs: [
      '이용권에 있는 작품을 지금부터 마음껏 볼 수 있어요. 매달 같은 날에 등록하신 카드로 결제되고, 언제든 마이에서 해지할 수 있어요.',
      `결제한 날부터 ${refund_days}일 안에 이용권으로 한 편도 보지 않았다면 전액을 돌려드려요.`,
    ],
    button: plan_button,
  }),
  upgraded: (plan: string) => ({
    subject: `[${serviceName}] ${plan} 이용권으로 바꿨어요`,
    preheader: '바뀐 이용권은 지금부터 쓸 수 있어요.',
    title: `${plan} 이용권으로 바꿨어요`,
    paragraphs: [
      '바뀐 이용권을 지금부터 쓸 수 있어요. 쓰던 이용권의 남은 기간은 금액으로 계산해 빼 드렸고, 다음 결제일은 오늘부터 한 달 뒤예요.',
    ],
    button: plan_button,
  }),
  renewed: (plan: string, goes_on: boolean) => ({
    subject: `[${serviceName}] ${plan} 이용권이 갱신됐어요`,
    preheader: '한 달 더 이어서 볼 수 있어요.',
    title: '이용권이 갱신됐어요',
    paragraphs: [
      `${plan} 이용권의 한 달 이용료가 결제됐어요. 보던 작품을 끊김 없이 이어서 볼 수 있어요.`,
      goes_on
        ? '더 쓰지 않으려면 다음 결제일 전에 마이에서 해지해 주세요. 해지해도 남은 기간은 그대로 볼 수 있어요.'
        : '이미 해지하셔서 다음 달부터는 결제되지 않아요. 이용 기간이 끝날 때까지는 그대로 볼 수 있어요.',
    ],
    button: plan_button,
  }),
  charge_failed: (plan: string, is_open: boolean) => ({
    subject: `[${serviceName}] 이용권 결제가 되지 않았어요`,
    preheader: '결제 카드를 확인해 주세요. 아래 날짜에 다시 결제해 볼게요.',
    title: '이용권 결제가 되지 않았어요',
    paragraphs: [
      `${plan} 이용권의 이번 달 이용료를 등록하신 카드로 결제하지 못했어요. 빠져나간 금액은 없어요.`,
      is_open
        ? '아직은 평소처럼 볼 수 있어요. 아래 날짜에 저희가 다시 결제해 볼게요. 카드를 바꾸면 바로 결제돼요.'
        : '볼 수 있는 기간이 지나 재생이 멈췄어요. 아래 날짜에 저희가 다시 결제해 볼게요. 카드를 바꾸면 바로 결제되고 이어서 볼 수 있어요.',
    ],
    button: card_button,
  }),
  last_notice: (plan: string) => ({
    subject: `[${serviceName}] 이용권이 곧 끝나요`,
    preheader: '마지막으로 한 번 더 결제해 볼게요. 결제 카드를 확인해 주세요.',
    title: '마지막으로 한 번 더 결제해 볼게요',
    paragraphs: [
      `${plan} 이용권의 이용료를 여러 번 결제하지 못했어요. 아래 날짜에 마지막으로 결제해 보고, 그때도 되지 않으면 이용권이 끝나요.`,
      '계속 보고 싶다면 그 전에 결제 카드를 바꿔 주세요. 바꾸면 바로 결제되고 이어서 볼 수 있어요. 더 쓰지 않으려면 그 전에 마이에서 해지해 주세요.',
    ],
    button: card_button,
  }),
  ended_unpaid: (plan: string) => ({
    subject: `[${serviceName}] 이용권이 끝났어요`,
    preheader: '결제하지 못해 이용권이 끝났어요. 빠져나간 금액은 없어요.',
    title: '이용권이 끝났어요',
    paragraphs: [
      `${plan} 이용권의 이용료를 끝내 결제하지 못해 이용권이 끝났어요. 이제 다시 결제하지 않고, 밀린 금액도 없어요.`,
      '보던 기록과 찜한 작품, 소장한 작품은 그대로 있어요. 언제든 다시 시작할 수 있어요.',
    ],
    button: '이용권 다시 시작하기',
  }),
  ended: (plan: string) => ({
    subject: `[${serviceName}] 이용권이 끝났어요`,
    preheader: '해지하신 대로 이용 기간이 끝났어요.',
    title: '이용권이 끝났어요',
    paragraphs: [
      `해지하신 대로 ${plan} 이용권의 이용 기간이 끝났어요. 이제 결제되지 않아요. 그동안 함께해 주셔서 고마워요.`,
      '보던 기록과 찜한 작품, 소장한 작품은 그대로 있어요. 언제든 다시 시작할 수 있어요.',
    ],
    button: '이용권 다시 시작하기',
  }),
  ended_not_agreed: (plan: string) => ({
    subject: `[${serviceName}] 이용권이 끝났어요`,
    preheader: '새 이용료에 동의하지 않아 결제하지 않았어요.',
    title: '이용권이 끝났어요',
    paragraphs: [
      `안내드린 대로 새 이용료에 동의하지 않아 ${plan} 이용권이 끝났어요. 새 이용료는 결제되지 않았고, 앞으로도 결제되지 않아요.`,
      '보던 기록과 찜한 작품, 소장한 작품은 그대로 있어요. 언제든 다시 시작할 수 있어요.',
    ],
    button: '이용권 다시 시작하기',
  }),
  stopped: (plan: string, until: string) => ({
    subject: `[${serviceName}] ${plan} 이용권을 해지했어요`,
    preheader: `${until} 그대로 볼 수 있어요.`,
    title: `${plan} 이용권을 해지했어요`,
    paragraphs: [
      `앞으로 결제되지 않아요. ${until} 지금처럼 볼 수 있고, 그 전에는 마이에서 언제든 되돌릴 수 있어요.`,
      '보던 기록과 찜한 작품, 소장한 작품은 그 뒤에도 그대로 있어요.',
    ],
    button: plan_button,
  }),
  card_changed: {
    subject: `[${serviceName}] 결제 카드가 바뀌었어요`,
    preheader: '직접 바꾸지 않으셨다면 바로 확인해 주세요.',
    title: '결제 카드가 바뀌었어요',
    paragraphs: [
      '다음 결제부터 아래 카드로 결제돼요. 전에 쓰던 카드의 등록 정보는 결제 대행사에서도 지워요.',
    ],
    caution: {
      title: '본인이 아니라면',
      text: '누군가 계정에 로그인했을 수 있어요. 비밀번호를 바꾸고 결제 카드를 다시 등록해 주세요.',
    },
    way_out: '비밀번호 다시 정하기',
  },
  card_gone: (next: string) => ({
    subject: `[${serviceName}] 결제 카드를 다시 등록해 주세요`,
    preheader: '등록하신 카드를 더는 쓸 수 없게 됐어요.',
    title: '결제 카드를 다시 등록해 주세요',
    paragraphs: [
      '이용권에 등록하신 카드가 카드사나 결제 대행사에서 해제됐어요. 유효기간이 지났거나 카드가 새로 발급되면 그럴 수 있어요.',
      `${next}에 이용료를 결제할 수 있도록 그 전에 새 카드를 등록해 주세요.`,
    ],
    button: '카드 등록하기',
  }),
} as const

/** Label of a card without a company name from the gateway. */
export const unknownCardLabel = '등록한 카드'
