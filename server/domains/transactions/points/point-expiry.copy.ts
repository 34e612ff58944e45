import { serviceName } from '#server/messages/service-placeholders.ts'
import { formatDay, formatPoints } from '#server/messages/formats.copy.ts'

const names = { event: '이벤트 포인트', paid: '충전 포인트' } as const

/** Ledger entry title of expired points. */
export const expiryTitle = (kind: 'event' | 'paid'): string => `${names[kind]} 소멸`

/** Text of the e-mail about points that expire soon. */
export const pointExpiryCopy = {
  email: (points: number, first: Date) => ({
    subject: `[${serviceName}] ${formatPoints(points)}가 곧 사라져요`,
    preheader: `${formatDay(first)}부터 차례로 사라져요.`,
    title: `${formatPoints(points)}가 곧 사라져요`,
    paragraphs: [
      '아래 포인트의 사용 기한이 30일도 남지 않았어요. 기한이 지나면 되살릴 수 없으니 그 전에 보고 싶던 작품에 써 보세요.',
      '포인트로 결제하면 먼저 사라질 포인트부터 쓰여요.',
    ],
    button: '내 포인트 보기',
    footer: '가지고 계신 포인트의 사용 기한에 관한 소식이라 광고 수신 동의와 상관없이 보내요.',
  }),
  fact: (kind: 'event' | 'paid', points: number, at: Date) =>
    [formatDay(at), `${names[kind]} ${formatPoints(points)}`] as const,
  more: (count: number) => ['그 밖에', `${count}건이 더 있어요`] as const,
} as const
