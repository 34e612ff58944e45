import { endpoints } from '#contract/index.ts'
import { runSearchMaintenance } from '#server/domains/search/maintenance.ts'
import type { Page } from 'playwright-core'
import { findEpisodes } from '#test/e2e/player/playable-episodes.ts'
import { makePlayable, openSite } from '#test/e2e/site.ts'
import { makeMember } from '#test/fixtures/members.ts'

export const wide = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const }

/**
 * Opens a site whose episode `spoken` has a film with indexed captions.
 * @param popular a query that is popular: five members have searched for it.
 */
export async function openSearchSite(popular?: string) {
  const site = await openSite([], { search: true })
  for (let count = 0; popular !== undefined && count < 5; count++) {
    const member = await makeMember(site.world)
    await member.call(endpoints.search.recordSearch, { body: { q: popular } })
  }
  const spoken = (await findEpisodes(site.world)).first
  await makePlayable(site.world, [{ id: spoken }], 24)
  await runSearchMaintenance({ ...site.world, log: { info: () => {}, warn: () => {} } as never })
  return { site, spoken }
}

/** The decoded path and query of the page. */
export const addressOf = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return decodeURIComponent(pathname + search)
}
export const cards = (page: Page) => page.getByRole('main').getByRole('article')
