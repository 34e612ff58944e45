import type { PublishedTerms } from '#contract/service/staff.ts'

/** A document of the demonstration. */
export type DemoTerms = Pick<PublishedTerms, 'lead' | 'note' | 'context'>
