/** Staff actions in the audit log. The Korean labels are in web/features/studio/audit/messages.ko.ts. */
export type AuditAction =
  | `staff.${'appointed' | 'dismissed' | 'role_changed'}`
  | `staff.${'second_factor_reset' | 'password_link_created'}`
  | `member.${'searched' | 'viewed' | 'signed_out' | 'refunded' | 'points_granted'}`
  | `member.${'suspended' | 'restored'}`
  | `member.merge${'_started' | 'd'}`
  | `member.disclosure_${'requested' | 'approved' | 'rejected' | 'fetched'}`
  | `member.email_${'change_started' | 'change_cancelled' | 'changed'}`
  | `support.inquiry_${'assigned' | 'answered'}`
  | `support.template_${'added' | 'changed' | 'removed'}`
  | `support.faq_${'added' | 'changed'}`
  | 'support.faqs_reordered'
  | `support.notice_${'added' | 'changed'}`
  | `review.${'hidden' | 'shown' | 'reports_dismissed' | 'reopened'}`
  | `catalogue.${'work' | 'season' | 'episode'}_${'added' | 'changed'}`
  | `catalogue.category_${'added' | 'changed'}`
  | 'catalogue.categories_reordered'
  | 'catalogue.settings_changed'
  | `catalogue.${'season' | 'episode'}_removed`
  | `catalogue.${'seasons' | 'episodes'}_reordered`
  | `catalogue.${'edit_undone' | 'trailer_set'}`
  | `upload.${'started' | 'target_set' | 'deleted' | 'registered'}`
  | `asset.${'attached' | 'retried' | 'cancelled' | 'deleted' | 'markers_set' | 'poster_set'}`
  | `asset.captions_${'set' | 'deleted'}`
  | `recommendation.work_${'pinned' | 'excluded' | 'restored'}`
  | `recommendation.experiment_${'started' | 'ended'}`
  | `home.row_${'added' | 'changed' | 'removed'}`
  | `home.${'rows_reordered' | 'scenes_changed'}`
  | `search.synonym_${'added' | 'removed'}`
  | `search.term_${'hidden' | 'shown'}`
  | 'search.click_order_set'
  | `pricing.plan_${'added' | 'changed' | 'retired' | 'resumed'}`
  | `pricing.package_${'added' | 'changed' | 'retired'}`
  | 'pricing.rental_terms_changed'
  | `pricing.price_change_${'started' | 'stopped'}`
  | `marketing.campaign_${'added' | 'changed' | 'removed' | 'tested' | 'scheduled' | 'cancelled'}`
  | `operations.${'maintenance_set' | 'maintenance_ended' | 'log_level_set' | 'log_level_reset'}`
  | `service.${'settings_changed' | 'logo_set' | 'logo_removed' | 'terms_published' | 'provider_tried'}`
