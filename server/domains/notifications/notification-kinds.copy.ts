import type {
  NotificationChannel,
  NotificationKind,
} from '#contract/notifications/notifications.ts'
import {
  formatDay,
  formatMinuteOfYear,
  formatPoints,
  formatWon,
} from '#server/messages/formats.copy.ts'

type KindDefinition<D> = {
  /** The channels and their defaults. Mail is `required` where the law asks for it or where it protects the account. */
  channels: { [C in NotificationChannel]?: 'on' | 'off' | 'required' }
  title: (data: D) => string
  body: (data: D) => string
  /** The page that the notification opens. */
  path: (data: D) => string
} & (
  | { audience: 'profile'; is_about_money: false }
  /** Shared by all profiles but the children's, so that these receive nothing about money. */
  | { audience: 'account'; is_about_money: boolean }
)

const defineKind = <D>(kind: KindDefinition<D>): KindDefinition<D> => kind

type Order = { order_id: string; item: string }

/** All kinds of notifications. Their texts are composed on reading, from the values that `notify` stored. */
const notificationKindTable = {
  new_episode: defineKind<{
    title: string
    series_id: number
    season_id: number
    episode_id: number
    number: number
    count: number
  }>({
    audience: 'profile',
    is_about_money: false,
    channels: { in_app: 'on', push: 'on' },
    title: ({ title, number, count }) =>
      count > 1 ? `《${title}》 새 회차 ${count}개` : `《${title}》 ${number}화`,
    body: ({ count }) =>
      count > 1 ? '새 회차가 한꺼번에 공개됐어요.' : '보던 작품의 새 회차가 공개됐어요.',
    path: ({ series_id, season_id, episode_id }) =>
      `/series/${series_id}/season/${season_id}/episode/${episode_id}`,
  }),
  release: defineKind<{ title: string; series_id: number }>({
    audience: 'profile',
    is_about_money: false,
    channels: { in_app: 'on', email: 'on', push: 'on' },
    title: ({ title }) => `《${title}》 공개`,
    body: () => '기다리던 작품을 이제 볼 수 있어요.',
    path: ({ series_id }) => `/series/${series_id}`,
  }),
  inquiry_answered: defineKind<{ inquiry_id: number; title: string }>({
    audience: 'account',
    is_about_money: false,
    channels: { in_app: 'on', email: 'on', push: 'on' },
    title: () => '문의에 답변이 도착했어요',
    body: ({ title }) => title,
    path: ({ inquiry_id }) => `/customer-service/inquirys/list?id=${inquiry_id}`,
  }),
  payment: defineKind<Order & { amount: number }>({
    audience: 'account',
    is_about_money: true,
    channels: { in_app: 'on', email: 'required', push: 'off' },
    title: ({ amount }) => `${formatWon(amount)} 결제했어요`,
    body: ({ item }) => item,
    path: ({ order_id }) => `/mypage/payments/${order_id}`,
  }),
  refund: defineKind<Order & { amount: number; points: number; is_declined: boolean }>({
    audience: 'account',
    is_about_money: true,
    channels: { in_app: 'on', email: 'required', push: 'off' },
    title: ({ amount, points, is_declined }) =>
      is_declined
        ? '환불하지 못했어요'
        : `${amount > 0 ? formatWon(amount) : formatPoints(points)} 환불했어요`,
    body: ({ item }) => item,
    path: ({ order_id }) => `/mypage/payments/${order_id}`,
  }),
  renewal: defineKind<{ plan: string; state: keyof typeof renewalTitles }>({
    audience: 'account',
    is_about_money: true,
    channels: { in_app: 'on', email: 'required', push: 'off' },
    title: ({ state }) => renewalTitles[state],
    body: ({ plan }) => plan,
    path: () => '/mypage/plans',
  }),
  price_consent: defineKind<{
    plan: string
    price: number
    starts_at: string
    needs_consent: boolean
    without_consent: 'keep' | 'end'
  }>({
    audience: 'account',
    is_about_money: true,
    channels: { in_app: 'on', email: 'required', push: 'off' },
    title: ({ plan }) => `${plan} 이용권 요금이 바뀌어요`,
    body: ({ price, starts_at, needs_consent, without_consent }) =>
      `${formatDay(new Date(starts_at))}부터 월 ${formatWon(price)}이에요.${needs_consent ? ` ${consentTexts[without_consent]}` : ''}`,
    path: () => '/mypage',
  }),
  points_expiring: defineKind<{ points: number; expires_at: string }>({
    audience: 'account',
    is_about_money: true,
    channels: { in_app: 'on', email: 'required', push: 'on' },
    title: ({ points }) => `${formatPoints(points)}가 곧 사라져요`,
    body: ({ expires_at }) => `${formatDay(new Date(expires_at))}까지 쓸 수 있어요.`,
    path: () => '/mypage/points?kind=lots',
  }),
  rental_expiring: defineKind<{ item: string; expires_at: string }>({
    audience: 'account',
    is_about_money: true,
    channels: { in_app: 'on', push: 'on' },
    title: () => '대여 기간이 곧 끝나요',
    body: ({ item, expires_at }) =>
      `${item} · ${formatMinuteOfYear(new Date(expires_at))}까지 볼 수 있어요.`,
    path: () => '/mypage/purchased?kind=rental',
  }),
  new_device: defineKind<{ device: string }>({
    audience: 'account',
    is_about_money: false,
    channels: { in_app: 'on', email: 'required', push: 'on' },
    title: () => '새 기기에서 로그인했어요',
    body: ({ device }) => `${device} · 내가 아니라면 비밀번호를 바꿔 주세요.`,
    path: () => '/mypage/profile#devices',
  }),
  notice: defineKind<{ title: string; body: string; path: string }>({
    audience: 'account',
    is_about_money: false,
    channels: { in_app: 'on', push: 'on' },
    title: ({ title }) => title,
    body: ({ body }) => body,
    path: ({ path }) => path,
  }),
} satisfies Record<NotificationKind, KindDefinition<never>>

const consentTexts = {
  keep: '동의하지 않으면 지금 요금으로 계속 이용해요.',
  end: '동의하지 않으면 그날 이용권이 끝나요.',
} as const

const renewalTitles = {
  joined: '이용권을 시작했어요',
  upgraded: '이용권을 바꿨어요',
  renewed: '이용권을 갱신했어요',
  failed: '이용권을 갱신하지 못했어요',
  ended: '이용권이 끝났어요',
  stopped: '이용권 자동 갱신을 껐어요',
} as const

/** What a locked screen shows of kinds whose texts are about the member, in place of title and body. */
export const lockScreenTitles: Partial<Record<NotificationKind, string>> = {
  inquiry_answered: '문의에 답변이 도착했어요',
  payment: '결제 소식이 있어요',
  refund: '환불 소식이 있어요',
  renewal: '이용권 소식이 있어요',
  price_consent: '이용권 요금이 바뀌어요',
  points_expiring: '곧 사라지는 포인트가 있어요',
  rental_expiring: '곧 끝나는 대여가 있어요',
  new_device: '새 기기에서 로그인했어요',
}

/** The values of a kind. */
export type NotificationData<K extends NotificationKind> = Parameters<
  (typeof notificationKindTable)[K]['title']
>[0]

export const definitionOf = (kind: NotificationKind): KindDefinition<never> =>
  notificationKindTable[kind]
