import { AsVisitor } from '#web/data/series-of-member.ts'
import { PreviewPage } from '#web/features/studio-catalogue/preview-page.tsx'
import { WorkPage } from '#web/features/work/work-page.tsx'

/** The viewer's own page of a work, before there are viewers. */
export default function StudioPreview() {
  return (
    <PreviewPage
      page={({ series, episodes, season_id }) => {
        const season =
          series.seasons.find(({ id }) => id === season_id) ?? series.seasons[0] ?? null
        const shown = episodes.filter((one) => one.season.id === season?.id)
        const turning = { page: 1, pages: 1, latest_first: false }
        return (
          <AsVisitor value={true}>
            <WorkPage work={{ ...turning, series, season, episodes: shown, similar: [] }} />
          </AsVisitor>
        )
      }}
    />
  )
}
