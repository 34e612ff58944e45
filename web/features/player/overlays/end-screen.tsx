import type { Episode, SeriesCard } from '#contract/contents/contents.ts'
import type { Video } from '#contract/playback/playback.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import { canPlayEpisode, useMemberSeries } from '#web/session/use-member-content.ts'
import { useIsChild } from '#web/session/auth-store.ts'
import { formatMonthDayWeekday } from '#web/lib/format-basics.ts'
import { plansPath } from '#web/routing/account-paths.ts'
import { seriesPath, videoPath, withRedirect } from '#web/routing/paths.ts'
import { PriceBadges } from '#web/features/catalog/cards/content-badges.tsx'
import { genreOf, PosterPlaceholder } from '#web/features/catalog/cards/poster-placeholder.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { Link } from 'react-router'
import { useMediaRequests, useMediaState } from '#web/features/player/hooks/player-context.tsx'
import { useSimilarWorks } from '#web/features/player/similar-rail.tsx'
import { gestureMessages, playerMessages } from '#web/features/player/messages.ko.ts'
import { NextEpisodeButton, nextEpisodeName } from './next-episode.tsx'

const maxWorks = 6

export type EndScreenProps = {
  video: Video
  askStillWatching: boolean
  goTo: (episode: number, trigger: 'user' | 'autoplay') => void
  /** The first episode of the next work in a feed, which goes on there if the next episode is locked. */
  next_work?: Episode | null
}

/**
 * Covers the last frame with suggestions: the next episode if it did not start by itself, and similar works.
 * Nothing after a preview, which ends with its offers.
 */
export function EndScreen({ next_work = null, ...rest }: EndScreenProps) {
  const hasEnded = useMediaState((state) => state.ended)
  return hasEnded && <WhatNext next_work={next_work} {...rest} />
}

function WhatNext({ video, next_work, askStillWatching, goTo }: Required<EndScreenProps>) {
  const { episode, next_episode: next } = video
  const { series } = episode
  const requests = useMediaRequests()
  const isChild = useIsChild()
  const works = useSimilarWorks(series.id)?.slice(0, maxWorks) ?? []
  const memberSeries = useMemberSeries(next && !next.is_free ? next.series.id : null)
  const isPlayable = next !== null && canPlayEpisode(next, memberSeries)
  const art = artOf(next, works[0], series)
  const label = next ? playerMessages.next_episode : playerMessages.next_works
  return (
    <section className="player-end-screen" aria-label={label}>
      {art && <img src={art} alt="" className="player-end-art" />}
      <div className="player-end-content">
        {next ? (
          <NextEpisodeSummary
            next={next}
            name={nextEpisodeName(next, video)}
            isPlayable={isPlayable}
            askStillWatching={askStillWatching}
          />
        ) : (
          <h2 className="text-lg font-bold sm:text-2xl">
            {series.is_series ? playerMessages.finished : playerMessages.finished_film}
          </h2>
        )}
        {video.next_opens_at && (
          <p>{playerMessages.next_opens(formatMonthDayWeekday(video.next_opens_at))}</p>
        )}
        <p className="flex flex-wrap gap-2">
          {next ? (
            <NextEpisodeButton
              next={next}
              isPlayable={isPlayable}
              label={
                askStillWatching ? playerMessages.still_watching_confirm : playerMessages.next_play
              }
              onPlay={() => goTo(next.id, 'user')}
            />
          ) : (
            <ButtonLink variant="primary" to={seriesPath(series.id)}>
              {playerMessages.to_series(series.title)}
            </ButtonLink>
          )}
          {next?.in_subscription && !isPlayable && !isChild && (
            // On phones the badge has to do: the picture has room for two buttons.
            <ButtonLink
              variant="on_image"
              className="max-sm:hidden"
              to={withRedirect(plansPath, videoPath(next.id))}
            >
              {playerMessages.next_plan}
            </ButtonLink>
          )}
          {next && !isPlayable && next_work && (
            <Button variant="on_image" onClick={() => goTo(next_work.id, 'user')}>
              {gestureMessages.next_work}
            </Button>
          )}
          <Button variant="on_image" icon="retry" onClick={() => requests.togglePlay()}>
            {playerMessages.replay}
          </Button>
        </p>
        {works.length > 0 && <SimilarWorks works={works} />}
      </div>
    </section>
  )
}

function NextEpisodeSummary({
  next,
  name,
  isPlayable,
  askStillWatching,
}: {
  next: Episode
  name: string
  isPlayable: boolean
  askStillWatching: boolean
}) {
  return (
    <div className="player-end-next">
      <ResponsiveImage
        url={next.thumbnail_url}
        kind="thumbnail"
        color={next.thumbnail_color}
        sizes="320px"
        className="player-end-image"
      />
      <div className="min-w-0">
        <p className="text-sm text-foreground-muted">
          {askStillWatching && isPlayable
            ? playerMessages.still_watching
            : playerMessages.next_episode}
        </p>
        <h2 className="mt-1 line-clamp-2 text-lg font-bold sm:text-2xl">{name}</h2>
        {!isPlayable && (
          <p className="mt-2 flex flex-wrap gap-2">
            <PriceBadges episode={next} />
          </p>
        )}
        <p className="player-end-synopsis">{next.synopsis}</p>
      </div>
    </div>
  )
}

function SimilarWorks({ works }: { works: readonly SeriesCard[] }) {
  return (
    <div className="player-end-works">
      <h3 className="text-sm text-foreground-muted">{playerMessages.similar_works}</h3>
      <ul>
        {works.map(({ id, title, poster_url, poster_color, categories }) => (
          <li key={id}>
            <Link to={seriesPath(id)} className="block rounded-control">
              <ResponsiveImage
                url={poster_url}
                kind="poster"
                color={poster_color}
                sizes="140px"
                placeholder={<PosterPlaceholder title={title} genre={genreOf(categories)} />}
                className="rounded-card shadow-card"
              />
              <span className="mt-2 block truncate text-sm font-semibold">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The blurred background: of the next episode, the first similar work, or this one. */
function artOf(
  next: Episode | null,
  work: SeriesCard | undefined,
  series: Episode['series'],
): string | null {
  if (next?.thumbnail_url) return imageUrlAtWidth(next.thumbnail_url, 'thumbnail', 640)
  if (work?.backdrop_url) return imageUrlAtWidth(work.backdrop_url, 'backdrop', 480)
  return series.poster_url && imageUrlAtWidth(series.poster_url, 'poster', 360)
}
