import type { Episode } from '#contract/contents/contents.ts'
import { formatRelativeTime, isJustNow } from '#web/lib/format.ts'
import { streamLimitMessages as messages } from '#web/features/player/messages.ko.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { seriesPath } from '#web/routing/paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import './stream-limit-screen.css'
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type LeaseLost, acquireLease } from './stream-lease.ts'

/**
 * Shown when all stream leases are in use or this one was taken over: lists the streams and takes over one of
 * them.
 * @param onAcquired called once a lease is held.
 */
export function StreamLimitScreen({
  episode,
  lost,
  onAcquired,
  overVideo = false,
}: {
  episode: Episode
  lost: LeaseLost
  onAcquired: () => void
  /** Covers a stopped video in place of its controls, one of which may have had focus. */
  overVideo?: boolean
}) {
  const navigate = useNavigate()
  /** Streams from the last denied attempt. */
  const [newStreams, setNewStreams] = useState<LeaseLost['streams']>()
  const streams = newStreams ?? lost.streams
  const [selectedId, setSelectedId] = useState<number>()
  const selectedStream = streams?.find((stream) => stream.id === selectedId) ?? streams?.[0]
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (overVideo && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true })
  }, [overVideo])

  const takeover = useAsyncAction(async () => {
    let result = await acquireLease(episode.id, { take_over: selectedStream?.id ?? lost.by?.id })
    // Another device holds that lease by now. With a single stream there is nothing to choose.
    if ('streams' in result && result.streams.length === 1)
      result = await acquireLease(episode.id, { take_over: result.streams[0]?.id })
    if ('id' in result) onAcquired()
    else setNewStreams(result.streams)
  })

  const goBack = () => {
    const { idx } = (history.state ?? {}) as { idx?: number }
    void (idx ? navigate(-1) : navigate(seriesPath(episode.series.id)))
  }

  const hasSeveral = (streams?.length ?? 0) > 1
  const takenOverBy = newStreams ? undefined : lost.by
  const isThisBrowser =
    takenOverBy?.is_this_browser ?? (streams?.length === 1 && streams[0]?.is_this_browser)
  return (
    <div className={`player-message-screen ${overVideo ? 'player-stream-limit' : ''}`}>
      <Icon name="monitor" className="size-9 text-accent-bright" />
      <div role="alert">
        <h2 className="text-xl">{isThisBrowser ? messages.title_tab : messages.title}</h2>
        <p className="mt-2 max-w-96 text-balance text-foreground-muted">
          {takenOverBy
            ? isThisBrowser
              ? messages.taken_over_by_tab
              : messages.taken_over(takenOverBy.device || messages.unknown_device)
            : hasSeveral
              ? messages.several
              : messages.single}
        </p>
      </div>
      {streams && streams.length > 0 && (
        <StreamOptions streams={streams} chosen={selectedStream?.id} choose={setSelectedId} />
      )}
      {takeover.error !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {errorMessage(takeover.error)}
        </p>
      )}
      <div className="mt-1 flex flex-wrap justify-center gap-2">
        <Button
          variant="primary"
          icon="play"
          ref={button}
          busy={takeover.isPending}
          onClick={() => takeover.run()}
        >
          {messages.take_over}
        </Button>
        <Button variant="on_image" onClick={goBack}>
          {messages.back}
        </Button>
      </div>
    </div>
  )
}

/** Lists the active streams, as radio buttons if there are several. */
function StreamOptions({
  streams,
  chosen: selectedId,
  choose: onSelect,
}: {
  streams: NonNullable<LeaseLost['streams']>
  chosen: number | undefined
  choose: (id: number) => void
}) {
  const name = useId()
  const [now] = useState(() => Date.now())
  const labels = streams.map((stream) => (
    <span key={stream.id} className="player-stream-label">
      <strong>
        {stream.is_this_browser ? messages.this_browser : stream.device || messages.unknown_device}
      </strong>
      <span>
        {messages.stream(stream.series_title, stream.episode_number, stream.episode_title)}
      </span>
      <span>
        {isJustNow(stream.started_at, now)
          ? messages.started_now
          : messages.started(formatRelativeTime(stream.started_at, now))}
      </span>
    </span>
  ))
  if (streams.length === 1) return <div className="player-stream-option">{labels}</div>
  return (
    <fieldset className="player-stream-options">
      <legend className="sr-only">{messages.select}</legend>
      {streams.map((stream, index) => (
        <label key={stream.id} className="player-stream-option">
          <input
            type="radio"
            name={name}
            checked={stream.id === selectedId}
            onChange={() => onSelect(stream.id)}
          />
          {labels[index]}
        </label>
      ))}
    </fieldset>
  )
}
