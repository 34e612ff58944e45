import type { Episode } from '#contract/contents/contents.ts'
import { lazyOrNothing } from '#web/ui/base/lazy-or-nothing.tsx'
import { Suspense } from 'react'

const Panel = lazyOrNothing(() =>
  import('./episode-panel.tsx').then(({ EpisodePanel }) => EpisodePanel),
)

/** Loaded after the first bytes of the film. A film has no episodes. */
export function EpisodePanel(props: {
  episode: Episode
  goTo: (episode: number, trigger: 'user') => void
}) {
  if (!props.episode.series.is_series) return null
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  )
}
