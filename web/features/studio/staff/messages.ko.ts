import type { StaffRole } from '#contract/core/staff-roles.ts'
import { josa } from '#web/lib/josa.ts'

/** The roles of staff. */
export const staffMessages = {
  title: '운영자',
  detail: '역할마다 볼 수 있는 화면과 할 수 있는 일이 달라요. 바꾼 역할은 바로 적용돼요.',
  list: '운영자 목록',
  name: '이름',
  email: '이메일',
  role: '역할',
  second_factor: '추가 인증',
  has_second_factor: '사용 중',
  no_second_factor: '아직 없음',
  action: '처리',
  change: '역할 바꾸기',
  change_of: (name: string) => `${name}님의 역할 바꾸기`,
  own: '내 역할은 다른 소유자가 바꿀 수 있어요',
  new_role: '새 역할',
  current: (role: string) => `지금 역할은 ${josa(role, '이에요/예요')}.`,
  pick_role: '새 역할을 골라 주세요.',
  reason: '이유',
  reason_hint: '활동 기록에 남아요.',
  cancel: '취소',
  changed: '역할을 바꿨어요.',
  conflict: '그사이 다른 소유자가 역할을 바꿨어요. 목록을 확인해 주세요.',
  role_details: {
    analyst: '현황과 추천·검색·탈퇴 이유의 숫자를 보기만 해요.',
    editor: '작품, 영상, 자막, 공개 일정, 추천과 검색어를 고쳐요.',
    support: '문의에 답하고, 리뷰와 공지를 관리하고, 회원 정보를 봐요.',
    finance: '현황과 회원의 결제를 보고, 환불하고 포인트를 지급해요.',
    owner: '모든 일을 하고, 다른 운영자의 역할을 정해요.',
  } satisfies Record<StaffRole, string>,
} as const
