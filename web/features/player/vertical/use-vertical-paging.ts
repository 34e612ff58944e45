import { gestureMessages } from '#web/features/player/messages.ko.ts'
import type { Episode } from '#contract/contents/contents.ts'
import type { Video } from '#contract/playback/playback.ts'
import { useCallback, useEffect, useRef, useState, type MouseEvent, type RefObject } from 'react'
import { useNavigation } from 'react-router'
import { videoPath } from '#web/routing/paths.ts'
import { usePlayer } from '#web/features/player/hooks/player-context.tsx'
import { useSwipe, useWheelSteps } from './paging-gestures.ts'
import type { CanPlayEpisode } from './use-feed.ts'

/** Snap animation in ms (vertical.css has the same). */
const slide_ms = 240

/**
 * The offset of the picture, a custom property of the player (`--drag-offset`) that is written without rendering. It follows a
 * drag at once and settles at its end by an animation.
 */
function useDragOffset(layer: RefObject<HTMLDivElement | null>) {
  const setDragOffset = (pixels: number) =>
    layer.current
      ?.closest<HTMLElement>('.player')
      ?.style.setProperty('--drag-offset', `${pixels}px`)

  const settle = useCallback(
    async (pixels: number) => {
      const element = layer.current?.closest<HTMLElement>('.player')
      if (!element) return
      const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
      // With reduced motion there is no snap animation, and a leaving picture disappears at once.
      if (reducesMotion) {
        element.style.setProperty('--drag-offset', '0px')
        return
      }
      element.dataset['snapping'] = ''
      element.style.setProperty('--drag-offset', `${pixels}px`)
      await new Promise((resolve) => setTimeout(resolve, slide_ms))
      if (pixels === 0) delete element.dataset['snapping']
    },
    [layer],
  )
  return { setDragOffset, settle }
}

export type VerticalPaging = ReturnType<typeof useVerticalPaging>

/**
 * Paging between vertical episodes by touch, wheel, keys and buttons. A locked adjacent episode is offered, not entered;
 * a further step forward goes on with the next work. The hook outlives single videos: steps requested while one loads
 * run once it has loaded, because only then its adjacent episodes are known (`video` is null until then). Pending steps
 * are dropped on unmount and when a navigation elsewhere starts, since on a slow connection the page stays until that
 * has loaded.
 */
export function useVerticalPaging(
  episode_id: number,
  video: Video | null,
  canPlay: CanPlayEpisode,
  goTo: (episode: number) => void,
  next_work: Episode | null,
) {
  const { player, showFeedback } = usePlayer()
  const layer = useRef<HTMLDivElement>(null)
  const [lockedOffer, setLockedOffer] = useState<{ from: number; offered: Episode } | null>(null)
  /** Pending steps, positive forwards. */
  const pendingSteps = useRef(0)
  /** Id of the episode that is being left. */
  const leavingId = useRef<number | null>(null)
  /** Path of the last step. */
  const enteredPath = useRef<string | null>(null)
  /** Incremented when steps are dropped, so that a step waiting for a response or an animation ends. */
  const generation = useRef(0)
  const current = video?.episode.id === episode_id ? video : null
  const can = { next: !!current?.next_episode, previous: !!current?.previous_episode }

  const { setDragOffset, settle } = useDragOffset(layer)

  const takeStep = useCallback(async () => {
    if (!current || leavingId.current === episode_id || pendingSteps.current === 0) return
    const direction = Math.sign(pendingSteps.current) as 1 | -1
    const target = direction > 0 ? current.next_episode : current.previous_episode
    if (!target) {
      pendingSteps.current = 0
      showFeedback(direction > 0 ? gestureMessages.last : gestureMessages.first)
      return settle(0)
    }
    leavingId.current = episode_id
    const startedGeneration = generation.current
    const answer = canPlay(target)
    if (typeof answer !== 'boolean') void settle(0)
    const isPlayable = await answer
    if (startedGeneration !== generation.current) return
    const isOffered = lockedOffer?.from === episode_id && lockedOffer.offered.id === target.id
    const destination = isPlayable ? target : isOffered && direction > 0 ? next_work : null
    if (!destination) {
      leavingId.current = null
      pendingSteps.current = 0
      if (isOffered) showFeedback(gestureMessages.locked_episode)
      setLockedOffer({ from: episode_id, offered: target })
      return settle(0)
    }
    pendingSteps.current -= direction
    await settle(-direction * (layer.current?.clientHeight ?? 0))
    if (startedGeneration !== generation.current) return
    enteredPath.current = videoPath(destination.id)
    goTo(destination.id)
  }, [episode_id, current, canPlay, goTo, next_work, lockedOffer, showFeedback, settle])

  const step = useCallback(
    (direction: 1 | -1) => {
      pendingSteps.current += direction
      void takeStep()
    },
    [takeStep],
  )

  useEffect(() => {
    leavingId.current = null
  }, [episode_id])
  const dropSteps = useCallback(() => {
    generation.current += 1
    pendingSteps.current = 0
    leavingId.current = null
  }, [])
  useEffect(() => dropSteps, [dropSteps])
  const { location } = useNavigation()
  useEffect(() => {
    if (location === undefined || location.pathname === enteredPath.current) return
    dropSteps()
    void settle(0)
  }, [location, dropSteps, settle])
  useEffect(() => void takeStep(), [takeStep])

  useWheelSteps(layer, step)
  /** The element shows the previous video until the new one has loaded. */
  function onTap() {
    if (current && leavingId.current === null) player.requests.togglePlay()
  }
  const lastTouchEnd = useSwipe(layer, {
    can,
    // The picture does not follow a drag during the snap animation.
    onDrag: (pixels) => leavingId.current === null && setDragOffset(pixels),
    onDragEnd: () => void (leavingId.current === null && settle(0)),
    onStep: step,
    onTap,
  })
  function onClick(event: MouseEvent) {
    if (event.timeStamp - lastTouchEnd.current > 800) onTap()
  }
  return {
    step,
    layerProps: { ref: layer, onClick },
    offered: lockedOffer?.from === episode_id ? lockedOffer.offered : null,
    dismissOffer: () => setLockedOffer(null),
  }
}
