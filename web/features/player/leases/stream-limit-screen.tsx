import type { Episode } from '#contract/contents/contents.ts'
import { formatRelativeTime } from '#web/lib/format.ts'
import { streamLimitMessages as copy } from '#web/features/player/messages.ko.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { seriesPath } from '#web/routing/paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import './stream-limit-screen.css'
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { LeaseLost } from './stream-lease.ts'
import { acquireLease } from './lease-requests.ts'

/**
 * All places to watch in are taken, or this one's was taken over (D-46): what plays where, and to go on here in the
 * place of one of them. `onTaken` is called once there is a place.
 */
export function StreamLimitScreen({
  episode,
  lost,
  onTaken,
  keeps_picture = false,
}: {
  episode: Episode
  lost: LeaseLost
  onTaken: () => void
  /** It lies on a film that stopped, in the place of its controls, one of which may have had the focus. */
  keeps_picture?: boolean
}) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  /** What turned out to play when the place was asked for. */
  const [found, setFound] = useState<LeaseLost['streams']>()
  const streams = found ?? lost.streams
  const [chosen, setChosen] = useState<number>()
  const gives_way = streams?.find((one) => one.id === chosen) ?? streams?.[0]
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (keeps_picture && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true })
  }, [keeps_picture])

  async function takeOver() {
    setBusy(true)
    setFailure(null)
    try {
      let answer = await acquireLease(episode.id, { take_over: gives_way?.id ?? lost.by?.id })
      // Another has its place by now. Where there is but one there is nothing to choose.
      if ('streams' in answer && answer.streams.length === 1)
        answer = await acquireLease(episode.id, { take_over: answer.streams[0]?.id })
      if ('id' in answer) return onTaken()
      setFound(answer.streams)
    } catch (error) {
      setFailure(errorMessage(error))
    }
    setBusy(false)
  }

  const back = () => {
    const { idx } = (history.state ?? {}) as { idx?: number }
    void (idx ? navigate(-1) : navigate(seriesPath(episode.series.id)))
  }

  const several = (streams?.length ?? 0) > 1
  const here = streams?.length === 1 && streams[0]?.is_this_browser
  return (
    <div className={`player-message-screen ${keeps_picture ? 'player-stream-limit' : ''}`}>
      <Icon name="screen" className="size-9 text-accent-bright" />
      <div role="alert">
        <h2 className="text-xl">{here ? copy.title_tab : copy.title}</h2>
        <p className="mt-2.5 max-w-96 text-balance text-foreground-muted">
          {lost.by && !found
            ? copy.taken_over(lost.by.device || copy.unknown_device)
            : several
              ? copy.several
              : copy.one}
        </p>
      </div>
      {streams && streams.length > 0 && (
        <Streams {...{ streams, chosen: gives_way?.id, choose: setChosen }} />
      )}
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
      <div className="mt-1 flex flex-wrap justify-center gap-2.5">
        <Button look="primary" icon="play" ref={button} busy={busy} onClick={() => void takeOver()}>
          {copy.take_over}
        </Button>
        <Button look="glass" onClick={back}>
          {copy.back}
        </Button>
      </div>
    </div>
  )
}

/** What plays where; one to choose where there are several. */
function Streams({
  streams,
  chosen,
  choose,
}: {
  streams: NonNullable<LeaseLost['streams']>
  chosen: number | undefined
  choose: (id: number) => void
}) {
  const name = useId()
  const [now] = useState(() => Date.now())
  const lines = streams.map((one) => (
    <span key={one.id} className="player-stream-label">
      <strong>{one.is_this_browser ? copy.this_browser : one.device || copy.unknown_device}</strong>
      <span>{copy.work(one.series_title, one.episode_number, one.episode_title)}</span>
      <span>{copy.since(formatRelativeTime(one.started_at, now))}</span>
    </span>
  ))
  if (streams.length === 1) return <div className="player-stream-option">{lines}</div>
  return (
    <fieldset className="player-stream-options">
      <legend className="sr-only">{copy.choose}</legend>
      {streams.map((one, at) => (
        <label key={one.id} className="player-stream-option">
          <input
            type="radio"
            name={name}
            checked={one.id === chosen}
            onChange={() => choose(one.id)}
          />
          {lines[at]}
        </label>
      ))}
    </fieldset>
  )
}
