import type { Verdict } from '#contract/studio-service.ts'
import type { Act } from '../acts.ts'

/** What staff does for members in general; the Korean words are in web/copy/studio-acts.ts. */
export type ServiceKind =
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

export type ServiceAct = Act & { kind: ServiceKind }

export const verdictKinds = {
  hide: 'review.hidden',
  show: 'review.shown',
  keep: 'review.kept',
  reopen: 'review.reopened',
} as const satisfies Record<Verdict, ServiceKind>
