import { listEpisodes, readSeries } from '#web/api/endpoints/contents.generated.ts'
import type { Episode, Season } from '#contract/contents/contents.ts'
import { call } from '#web/api/client.ts'
import { formatDuration } from '#web/lib/format-basics.ts'
import { canPlayEpisode, useMemberSeries } from '#web/session/use-member-content.ts'
import { PriceBadges } from '#web/features/catalog/cards/content-badges.tsx'
import { EpisodeWatchProgress } from '#web/features/catalog/cards/watch-progress.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { useEffect, useState } from 'react'
import { useControlsState, usePlayer } from '#web/features/player/hooks/player-context.tsx'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import { episodePanelId } from './open-episode-panel.ts'
import './episode-panel.css'

/** The most that a list returns; longer seasons have the rest on the series page. */
const maxEpisodes = 100

/**
 * The episodes of a season over the picture: at its right edge, a bottom sheet on phones. As a native popover it leaves
 * Escape, light dismiss and focus restoration to the browser. Requests nothing until it is opened.
 */
export function EpisodePanel({
  episode,
  goTo,
}: {
  episode: Episode
  goTo: (episode: number, trigger: 'user') => void
}) {
  const { series } = episode
  const { controls } = usePlayer()
  const isOpen = useControlsState((state) => state.episodes_open)
  const [season_id, setSeasonId] = useState(episode.season.id)
  useEffect(() => () => controls.setState({ episodes_open: false }), [controls])
  return (
    <div
      id={episodePanelId}
      popover="auto"
      role="dialog"
      aria-label={playerMessages.episodes}
      className="player-episodes"
      onToggle={(event) => controls.setState({ episodes_open: event.newState === 'open' })}
    >
      <div className="player-episodes-head">
        <h2 className="text-lg">{playerMessages.episodes}</h2>
        {isOpen && series.season_count > 1 && (
          <SeasonPicker series_id={series.id} season_id={season_id} setSeasonId={setSeasonId} />
        )}
        <IconButton
          icon="close"
          label={playerMessages.episodes_close}
          className="-mr-2 ml-auto"
          popoverTarget={episodePanelId}
          popoverTargetAction="hide"
        />
      </div>
      {isOpen && (
        <Episodes
          key={season_id}
          season_id={season_id}
          series_id={series.id}
          current={episode.id}
          onSelect={(id) => {
            document.getElementById(episodePanelId)?.hidePopover()
            if (id !== episode.id) goTo(id, 'user')
          }}
        />
      )}
    </div>
  )
}

function SeasonPicker({
  series_id,
  season_id,
  setSeasonId,
}: {
  series_id: number
  season_id: number
  setSeasonId: (id: number) => void
}) {
  const [seasons, setSeasons] = useState<readonly Season[]>([])
  useEffect(() => {
    let isCurrent = true
    call(readSeries, { params: { id: series_id } }).then(
      (read) => isCurrent && setSeasons(read.seasons),
      // Optional: the current season is listed without it.
      () => {},
    )
    return () => void (isCurrent = false)
  }, [series_id])
  if (seasons.length < 2) return null
  return (
    <select
      aria-label={playerMessages.season}
      value={season_id}
      onChange={({ target }) => setSeasonId(Number(target.value))}
      className="min-h-11 min-w-0 rounded-control bg-surface-high px-3 text-base"
    >
      {seasons.map(({ id, title, number }) => (
        <option key={id} value={id}>
          {title || playerMessages.season_number(number)}
        </option>
      ))}
    </select>
  )
}

/** Long seasons open at the current episode. */
function scrollToItem(item: HTMLElement | null) {
  item?.scrollIntoView({ block: 'center' })
}

function Episodes({
  season_id,
  series_id,
  current,
  onSelect,
}: {
  season_id: number
  series_id: number
  current: number
  onSelect: (id: number) => void
}) {
  const memberSeries = useMemberSeries(series_id)
  const [attempt, setAttempt] = useState(0)
  const [episodes, setEpisodes] = useState<readonly Episode[] | 'failed'>()
  useEffect(() => {
    let isCurrent = true
    const show = (read: readonly Episode[] | 'failed') => isCurrent && setEpisodes(read)
    call(listEpisodes, {
      query: { season: season_id, ordering: 'number', limit: maxEpisodes },
    }).then(
      ({ results }) => show(results),
      () => show('failed'),
    )
    return () => void (isCurrent = false)
  }, [season_id, attempt])

  if (episodes === 'failed')
    return (
      <div role="alert" className="space-y-3 p-2">
        <p className="text-foreground-muted">{playerMessages.episodes_failed}</p>
        <Button
          icon="retry"
          onClick={() => {
            setEpisodes(undefined)
            setAttempt(attempt + 1)
          }}
        >
          {playerMessages.retry}
        </Button>
      </div>
    )
  return (
    <ol className="player-episodes-list">
      {(episodes ?? []).map((episode) => {
        const { id, number, title } = episode
        const isCurrent = id === current
        const isPlayable = canPlayEpisode(episode, memberSeries)
        return (
          <li key={id}>
            <button
              type="button"
              {...(isCurrent && { ref: scrollToItem })}
              aria-current={isCurrent ? 'true' : undefined}
              onClick={() => onSelect(id)}
              className="player-episodes-item"
            >
              <span className="relative block w-28 shrink-0 overflow-hidden rounded-card">
                <ResponsiveImage
                  url={episode.thumbnail_url}
                  kind="thumbnail"
                  color={episode.thumbnail_color}
                  sizes="112px"
                />
                {!isPlayable && (
                  <span className="absolute top-1 right-1 flex size-6 items-center justify-center rounded-full bg-shade/75">
                    <Icon name="lock" className="size-4" />
                  </span>
                )}
                <EpisodeWatchProgress series_id={series_id} episode={episode} />
              </span>
              <span className="min-w-0 text-left">
                <span className="line-clamp-2 text-sm font-semibold">
                  {playerMessages.episode_number(number)} {title}
                </span>
                <span className="mt-1 flex flex-wrap items-center gap-2 text-sm text-foreground-muted">
                  {isCurrent ? playerMessages.watching_now : formatDuration(episode.runtime)}
                  {!isPlayable && <PriceBadges episode={episode} />}
                </span>
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}
