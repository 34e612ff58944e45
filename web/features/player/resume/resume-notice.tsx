import { useEffect, useState } from 'react'
import {
  useControlsState,
  useMediaState,
  usePlayer,
  useMediaRequests,
} from '#web/features/player/core/player-context.tsx'
import { formatTimecode } from '#web/lib/format.ts'
import { playerMessages } from '#web/features/player/messages.ko.ts'

/** Milliseconds; whoever is in it with the keyboard keeps it. */
const shownFor = 10_000
/** Seconds from the start that nobody needs to be told of. */
const worthSaying = 5

/** Where the film goes on, and the way back to its start, from the first frame on. Given a new `key` for every film. */
export function ResumeNotice({ at }: { at: number }) {
  const wishes = useMediaRequests()
  const started = useMediaState((facts) => facts.started)
  // Whoever goes elsewhere by himself has no more use for it.
  const moved = useMediaState((facts) => facts.started && Math.abs(facts.time - at) > 20)
  const elsewhere = useControlsState((chrome) => chrome.elsewhere_at !== null)
  const [over, setOver] = useState(at < worthSaying)
  const [focused, setFocused] = useState(false)

  useEffect(() => {
    if (!started || over || focused) return
    const timer = setTimeout(() => setOver(true), shownFor)
    return () => clearTimeout(timer)
  }, [started, over, focused])

  if (!started || over || moved || elsewhere) return null
  return (
    <div
      className="player-resume-notice"
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <p role="status">{playerMessages.resumed(formatTimecode(at))}</p>
      <button
        type="button"
        onClick={() => {
          wishes.seekTo(0)
          setOver(true)
        }}
      >
        {playerMessages.resumed_start}
      </button>
    </div>
  )
}

/** What another screen of the member has seen meanwhile. Playing goes on there (D-43). */
export function OtherDeviceNotice() {
  const { player } = usePlayer()
  const at = useControlsState((chrome) => chrome.elsewhere_at)
  if (at === null) return null
  return (
    <div className="player-resume-notice">
      <p role="status">{playerMessages.elsewhere(formatTimecode(at))}</p>
      <button type="button" onClick={() => player.wishes.play()}>
        {playerMessages.elsewhere_go}
      </button>
    </div>
  )
}
