import { catalogueActKinds } from './studio-catalogue-acts.ts'
import { uploadActKinds } from './studio-uploads.ts'

/** What each kind of act is called in the audit log; the areas of the studio add theirs. */
export const studioActKinds: Readonly<Record<string, string>> = {
  'staff.appointed': '운영자로 임명',
  'staff.dismissed': '운영자에서 해임',
  'staff.second_factor_reset': '추가 인증 초기화',
  'service.inquiry_assigned': '문의 담당 변경',
  'service.inquiry_answered': '문의에 답변',
  'service.template_added': '답변 템플릿 추가',
  'service.template_changed': '답변 템플릿 수정',
  'service.template_removed': '답변 템플릿 삭제',
  'service.faq_added': '자주 묻는 질문 추가',
  'service.faq_changed': '자주 묻는 질문 수정',
  'service.faqs_ordered': '자주 묻는 질문 순서 변경',
  'service.notice_added': '공지 추가',
  'service.notice_changed': '공지 수정',
  'review.hidden': '리뷰 숨김',
  'review.shown': '리뷰 숨김 취소',
  'review.kept': '신고된 리뷰 유지',
  'review.reopened': '리뷰 신고 다시 열기',
  'member.looked_at': '회원 정보 열람',
  'member.signed_out': '회원 기기 로그아웃',
  'member.refunded': '환불',
  'member.points_granted': '이벤트 포인트 지급',
  ...catalogueActKinds,
  ...uploadActKinds,
}
