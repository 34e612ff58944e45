import type { Video } from '#contract/playback/playback.ts'
import { lazyOrNothing } from '#web/ui/base/lazy.tsx'
import { useControlsState } from '#web/features/player/hooks/player-context.tsx'
import { Suspense } from 'react'
import type { Episode } from '#contract/contents/contents.ts'

const Menu = lazyOrNothing(() =>
  import('./settings-menu.tsx').then(({ SettingsMenu }) => SettingsMenu),
)

/** Loaded after the first bytes of the film. */
export function SettingsMenu({ video }: { video: Video }) {
  return (
    <Suspense>
      <Menu video={video} />
    </Suspense>
  )
}

const Stats = lazyOrNothing(() =>
  import('../overlays/stats-overlay.tsx').then(({ StatsOverlay }) => StatsOverlay),
)

/** Loaded with its first use. */
export function StatsOverlay({ video }: { video: Video }) {
  const isOpen = useControlsState((controls) => controls.stats_open)
  return (
    isOpen && (
      <Suspense>
        <Stats video={video} />
      </Suspense>
    )
  )
}

const Panel = lazyOrNothing(() =>
  import('../episodes/episode-panel.tsx').then(({ EpisodePanel }) => EpisodePanel),
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
