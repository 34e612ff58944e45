import * as z from 'zod/mini'
import {
  hasStaffAccess,
  type StaffAccess,
  type StaffRole,
  studioAccess,
} from '../core/staff-roles.ts'

/** The subjects of events and of the audit log, with the access of the calls that answer them. */
const subjectAccess = {
  series: studioAccess.catalogue,
  season: studioAccess.catalogue,
  episode: studioAccess.catalogue,
  media_asset: studioAccess.catalogue,
  studio_upload: studioAccess.catalogue,
  category: studioAccess.catalogue,
  home_row: studioAccess.catalogue,
  home_curation: studioAccess.catalogue,
  inquiry: studioAccess.support,
  inquiry_subject: studioAccess.support,
  answer_template: studioAccess.support,
  faq: studioAccess.support,
  announcement: studioAccess.support,
  review: studioAccess.support,
  // The schedule lists campaigns.
  marketing_campaign: studioAccess.catalogue,
  member: studioAccess.members,
  plan: studioAccess.pricing,
  point_package: studioAccess.pricing,
  rental_terms: studioAccess.pricing,
  recommended_work: studioAccess.discovery,
  recommendation_experiment: studioAccess.discovery,
  search_settings: studioAccess.discovery,
  search_synonym: studioAccess.discovery,
  search_term: studioAccess.discovery,
  service: studioAccess.service,
  operation_modes: studioAccess.operations,
} as const satisfies Record<string, StaffAccess>
export type StudioSubject = keyof typeof subjectAccess

/**
 * Whether a member of staff receives an event: the role may read the subject, or the event is about the member.
 * Subjects that this version does not list are sent to owners.
 */
export function receivesStudioEvent(
  { id, role }: { id: number; role: StaffRole | null },
  { subject_kind, subject_id }: Pick<StudioEvent, 'subject_kind' | 'subject_id'>,
): boolean {
  if (subject_kind === 'member' && subject_id === id) return true
  const access = (subjectAccess as Record<string, StaffAccess>)[subject_kind]
  return hasStaffAccess(access ?? { staff: ['owner'] }, role)
}

/**
 * A change notification: the kind and id of the changed subject as in the audit log, without the new values. A page that
 * shows the subject requests it again.
 */
export const StudioEvent = z.object({
  subject_kind: z.string(),
  /** Null if several subjects changed or the subject has no id. */
  subject_id: z.nullable(z.int()),
  /** The staff member that made the change; null for background jobs and members. */
  by: z.nullable(z.object({ id: z.nullable(z.int()), username: z.string() })),
  /** Only for a film whose encoding has progressed: the stage, and the progress 0..1. */
  moved: z.optional(z.object({ stage: z.string(), progress: z.number() })),
})
export type StudioEvent = z.infer<typeof StudioEvent>

/** An empty list is a resync event: sent when the socket opens and after the server has lost notifications. */
export const StudioEventsMessage = z.object({ events: z.array(StudioEvent) })
