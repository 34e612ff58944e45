import { frameCopy } from './frame.ts'

/** Pages of areas that are on their way. */
export const soonCopy = {
  badge: '준비 중이에요',
  free: '무료로 볼 수 있는 작품 보기',
  home: '홈으로 가기',
  meanwhile: '그동안 이런 작품은 어때요?',
  mypage: {
    title: '마이',
    lead: '나만의 서재를 꾸미고 있어요',
    detail: '이어보기, 찜한 작품, 소장한 회차와 포인트를 한곳에 모아 보여 드릴게요.',
  },
  customer_service: {
    title: '고객센터',
    lead: '도움이 필요하신가요?',
    detail:
      '자주 묻는 질문과 1:1 문의를 준비하고 있어요. 그동안은 메일이나 전화로 편하게 알려 주세요.',
    mail: '메일 보내기',
    phone: '전화 걸기',
    hours: frameCopy.footer.support_hours,
    check: '재생이 안 되나요? 재생 점검 해 보기',
  },
} as const
