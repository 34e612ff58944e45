import { notificationDays } from '#contract/notifications/notification-limits.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'

export const notificationMessages = {
  title: '알림',
  description: '새 회차, 문의 답변, 결제와 계정 소식을 모아 봐요.',
  read_all: '모두 읽음',
  settings: '알림 설정',
  kept: `알림은 ${notificationDays}일 동안 남아요.`,
  unread: '읽지 않음',
  empty: '아직 알림이 없어요',
  empty_detail: '찜하거나 보던 작품에 새 회차가 올라오면 여기에 알려 드려요.',
  browse: '작품 둘러보기',
  read_failed: '읽음으로 표시하지 못했어요. 다시 시도해 주세요.',
} as const

export const pushMessages = {
  title: '이 기기',
  detail: '알림함에 온 소식을 이 기기의 알림으로도 받아요.',
  label: '이 기기에서 알림 받기',
  offer: '새 소식을 이 기기의 알림으로도 받을 수 있어요.',
  accept: '알림 받기',
  failed: '알림을 바꾸지 못했어요. 다시 시도해 주세요.',
  refused: '브라우저가 알림을 막고 있어요. 브라우저의 사이트 설정에서 허용해 주세요.',
} as const

type KindTexts = { title: string; detail: string }

export const settingsMessages = {
  title: '알림 설정',
  description: '어떤 소식을 어디로 받을지 정해요.',
  back: '알림 보기',
  channels: { in_app: '알림함', email: '메일', push: '기기' },
  required: '꼭 알려 드려야 하는 메일이라 끌 수 없어요.',
  failed: '설정을 바꾸지 못했어요. 다시 시도해 주세요.',
  groups: {
    works: '작품',
    account: '문의와 계정',
    money: '결제',
  },
  kinds: {
    new_episode: { title: '새 회차', detail: '찜하거나 보던 작품의 새 회차' },
    release: { title: '공개 알림', detail: '알려 달라고 한 작품의 공개' },
    inquiry_answered: { title: '문의 답변', detail: '1:1 문의에 달린 답변' },
    new_device: { title: '새 기기 로그인', detail: '처음 보는 기기에서 로그인' },
    notice: { title: '소식과 혜택', detail: '마케팅 정보 수신에 동의했을 때만' },
    payment: { title: '결제', detail: '소장·대여와 포인트 충전' },
    refund: { title: '환불', detail: '환불한 금액과 포인트' },
    renewal: { title: '이용권', detail: '시작, 갱신과 해지' },
    price_consent: { title: '요금 변경', detail: '이용권 요금이 바뀔 때' },
    points_expiring: { title: '포인트 소멸', detail: '사라지기 30일 전' },
    rental_expiring: { title: '대여 만료', detail: '대여 기간이 끝나기 전' },
  } satisfies Record<NotificationKind, KindTexts>,
  quiet: {
    title: '방해 금지 시간',
    detail: '기기 알림과 끌 수 있는 메일은 이 시간이 지난 뒤에 보내요.',
    label: '방해 금지 시간 쓰기',
    from: '시작',
    to: '끝',
    hour: (hour: number) => `${hour < 12 ? '오전' : '오후'} ${hour % 12 || 12}시`,
  },
} as const
