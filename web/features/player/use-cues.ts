import type { Caption } from '#contract/contents/playback.ts'
import { useEffect, useState } from 'react'
import { useChoice, usePlayer } from './chrome.ts'
import { copy } from './copy.ts'
import { cuesAt, nextChange, parseVtt, type Cue } from './parse-vtt.ts'

/** The caption file in use: the chosen language, if this film has it. */
export function useChosenCaption(captions: readonly Caption[]): Caption | null {
  const language = useChoice((choices) => choices.caption)
  return captions.find((one) => one.language === language) ?? null
}

/** The cues on screen now. A timer waits for the next edge, so they come on the frame and not with the clock. */
export function useCues(caption: Caption | null): readonly Cue[] {
  const { player, tell } = usePlayer()
  const [file, setFile] = useState<readonly Cue[]>([])
  const [shown, setShown] = useState<readonly Cue[]>([])
  const url = caption?.url

  useEffect(() => {
    setFile([])
    if (url === undefined) return
    const stop = new AbortController()
    fetch(url, { signal: stop.signal })
      .then(async (answer) => {
        if (!answer.ok) throw new Error(`captions: ${answer.status}`)
        setFile(parseVtt(await answer.text()))
      })
      .catch(() => stop.signal.aborted || tell(copy.captions_failed))
    return () => stop.abort()
  }, [url, tell])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let last: readonly Cue[] = []
    function look() {
      clearTimeout(timer)
      const { time, paused, rate } = player.facts.get()
      const now = cuesAt(file, time)
      if (now.length !== last.length || now.some((cue, index) => cue !== last[index])) {
        last = now
        setShown(now)
      }
      // The clock's next tick is at most 250 ms away: an edge that is nearer has a timer of its own.
      const edge = paused ? null : nextChange(file, time)
      const wait = edge === null ? Infinity : ((edge - time) / rate) * 1000
      if (wait < 300) timer = setTimeout(() => setShown((last = cuesAt(file, edge! + 0.001))), wait)
    }
    setShown([])
    look()
    const stop = player.facts.subscribe(look)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [file, player])

  return shown
}
