import type { ModerationAction } from '#contract/studio/support.ts'
import type { AuditEntry } from '../audit-log.ts'

/** Staff actions of customer support. The Korean labels are in web/copy/studio-acts.ts. */
export type SupportAuditAction =
  | 'service.inquiry_assigned'
  | 'service.inquiry_answered'
  | 'service.template_added'
  | 'service.template_changed'
  | 'service.template_removed'
  | 'service.faq_added'
  | 'service.faq_changed'
  | 'service.faqs_ordered'
  | 'service.notice_added'
  | 'service.notice_changed'
  | 'review.hidden'
  | 'review.shown'
  | 'review.kept'
  | 'review.reopened'

export type SupportAuditEntry = AuditEntry & { kind: SupportAuditAction }

export const moderationAuditActions = {
  hide: 'review.hidden',
  show: 'review.shown',
  keep: 'review.kept',
  reopen: 'review.reopened',
} as const satisfies Record<ModerationAction, SupportAuditAction>
