/** Staff actions in the audit log. The Korean labels are in web/copy/studio-acts.ts and the files it imports. */
export type AuditAction =
  | `staff.${'appointed' | 'dismissed' | 'second_factor_reset'}`
  | `member.${'looked_at' | 'signed_out' | 'refunded' | 'points_granted'}`
  | `service.inquiry_${'assigned' | 'answered'}`
  | `service.template_${'added' | 'changed' | 'removed'}`
  | `service.faq_${'added' | 'changed'}`
  | 'service.faqs_ordered'
  | `service.notice_${'added' | 'changed'}`
  | `review.${'hidden' | 'shown' | 'kept' | 'reopened'}`
  | `catalogue.${'work' | 'season' | 'episode'}_${'added' | 'changed'}`
  | `catalogue.${'season' | 'episode'}_removed`
  | `catalogue.${'seasons' | 'episodes'}_ordered`
  | 'catalogue.undone'
  | `upload.${'begun' | 'placed' | 'dropped' | 'registered'}`
  | `film.${'placed' | 'retried' | 'cancelled' | 'deleted' | 'markers_set' | 'poster_set'}`
  | `film.captions_${'set' | 'deleted'}`
