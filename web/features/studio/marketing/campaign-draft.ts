import { CampaignFilters, watchDaysRange, type Campaign } from '#contract/studio/marketing.ts'

/** The fields of a campaign that staff edit. */
export type CampaignText = Pick<Campaign, 'title' | 'context' | keyof CampaignFilters>

export const emptyCampaign: CampaignText = {
  ...{ title: '', context: '', joined_from: null, joined_to: null, has_plan: null },
  ...{ watched_within_days: null, not_watched_for_days: null },
}

/** Returns the editable fields of a campaign. */
export const textOf = ({ title, context, ...campaign }: CampaignText): CampaignText => ({
  ...{ title, context },
  ...filtersOf(campaign),
})

/** Returns the filters of a campaign. */
export function filtersOf(campaign: CampaignFilters): CampaignFilters {
  const { joined_from, joined_to, has_plan, watched_within_days, not_watched_for_days } = campaign
  return { joined_from, joined_to, has_plan, watched_within_days, not_watched_for_days }
}

/** Whether the server accepts these filters, and they do not exclude each other. */
export function areValidFilters(filters: CampaignFilters): boolean {
  return CampaignFilters.safeParse(filters).success && !isEndBeforeStart(filters)
}

export const isEndBeforeStart = ({ joined_from, joined_to }: CampaignFilters): boolean =>
  joined_from !== null && joined_to !== null && joined_to < joined_from

export const isWatchDays = (days: number): boolean =>
  Number.isInteger(days) && days >= watchDaysRange.min && days <= watchDaysRange.max

/** Merges a stored draft over the saved fields; null if there is none or its shape has changed. */
export function parseCampaignDraft(
  stored: string | null,
  saved: CampaignText,
): CampaignText | null {
  try {
    if (stored === null) return null
    const draft = textOf({ ...saved, ...(JSON.parse(stored) as Partial<CampaignText>) })
    const isValid =
      typeof draft.title === 'string' &&
      typeof draft.context === 'string' &&
      CampaignFilters.safeParse(filtersOf(draft)).success
    return isValid ? draft : null
  } catch {
    return null
  }
}
