import { gestureMessages } from '#web/features/player/messages.ko.ts'
import type { Episode } from '#contract/contents/contents.ts'
import type { Video } from '#contract/contents/playback.ts'
import { useCallback, useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import { useNavigation } from 'react-router'
import { videoPath } from '#web/routing/paths.ts'
import { usePlayer } from '#web/features/player/core/player-context.tsx'
import { isTap, type TouchPoint } from '#web/features/player/gestures/tap-gestures.ts'
import { dragOffset, isVerticalDrag, swipeDirection, type DragSample } from './paging-gestures.ts'
import type { CanPlayEpisode } from './use-adjacent-episodes.ts'
import { initialWheelGesture, wheelPixels, wheelStep } from './paging-gestures.ts'

/** Milliseconds the picture takes to its place (vertical.css has the same). */
const slide = 240

export type VerticalPaging = ReturnType<typeof useVerticalPaging>

/**
 * From one upright film to the next: by a finger, the wheel, keys and buttons alike. The stage carries how far
 * the picture has been drawn (`--drag-offset`), written without rendering. A locked neighbour is offered, not entered.
 * It outlives films: steps asked for while one is on its way are taken when it has come, for only then are its
 * neighbours known. `video` is null until then. Steps not yet taken are dropped when the page is left, and as soon as
 * a navigation elsewhere begins: on a slow connection the page stays until that has loaded.
 */
export function useVerticalPaging(
  episode_id: number,
  video: Video | null,
  opens: CanPlayEpisode,
  goTo: (episode: number) => void,
) {
  const { player, tell } = usePlayer()
  const surface = useRef<HTMLDivElement>(null)
  const [refused, setRefused] = useState<{ by: number; offered: Episode } | null>(null)
  /** Steps that are asked for and not yet taken: forwards above zero. */
  const wanted = useRef(0)
  /** The episode that is being left. */
  const leaving = useRef<number | null>(null)
  /** Path of the last step taken. */
  const entered = useRef<string | null>(null)
  /** Grows when steps are dropped, so that one waiting for an answer or an animation ends. */
  const round = useRef(0)
  const here = video?.episode.id === episode_id ? video : null
  const can = { next: !!here?.next_episode, previous: !!here?.previous_episode }

  const stage = () => surface.current?.closest<HTMLElement>('.player')
  const drag = (pixels: number) => stage()?.style.setProperty('--drag-offset', `${pixels}px`)

  const settle = useCallback(async (pixels: number) => {
    const element = surface.current?.closest<HTMLElement>('.player')
    if (!element) return
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    // A picture that comes back is not animated where nothing should move; one that goes is simply gone.
    if (still) {
      element.style.setProperty('--drag-offset', '0px')
      return
    }
    element.dataset['snapping'] = ''
    element.style.setProperty('--drag-offset', `${pixels}px`)
    await new Promise((done) => setTimeout(done, slide))
    if (pixels === 0) delete element.dataset['snapping']
  }, [])

  const take = useCallback(async () => {
    if (!here || leaving.current === episode_id || wanted.current === 0) return
    const direction = Math.sign(wanted.current) as 1 | -1
    const target = direction > 0 ? here.next_episode : here.previous_episode
    if (!target) {
      wanted.current = 0
      tell(direction > 0 ? gestureMessages.last : gestureMessages.first)
      return settle(0)
    }
    leaving.current = episode_id
    const mine = round.current
    const answer = opens(target)
    if (typeof answer !== 'boolean') void settle(0)
    const isOpen = await answer
    if (mine !== round.current) return
    if (!isOpen) {
      leaving.current = null
      wanted.current = 0
      setRefused({ by: episode_id, offered: target })
      return settle(0)
    }
    wanted.current -= direction
    await settle(-direction * (surface.current?.clientHeight ?? 0))
    if (mine !== round.current) return
    entered.current = videoPath(target.id)
    goTo(target.id)
  }, [episode_id, here, opens, goTo, tell, settle])

  const step = useCallback(
    (direction: 1 | -1) => {
      wanted.current += direction
      void take()
    },
    [take],
  )

  useEffect(() => {
    leaving.current = null
  }, [episode_id])
  const dropSteps = useCallback(() => {
    round.current += 1
    wanted.current = 0
    leaving.current = null
  }, [])
  useEffect(() => dropSteps, [dropSteps])
  const { location } = useNavigation()
  useEffect(() => {
    if (location === undefined || location.pathname === entered.current) return
    dropSteps()
    void settle(0)
  }, [location, dropSteps, settle])
  useEffect(() => void take(), [take])

  useEffect(() => {
    const element = surface.current?.closest<HTMLElement>('.player')
    if (!element) return
    let gesture = initialWheelGesture
    function onWheel(event: WheelEvent) {
      // With ctrl it enlarges the page; in a panel or a list it scrolls that.
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
      if (event.target instanceof Element && event.target.closest('dialog, [popover]')) return
      const read = wheelStep(gesture, { pixels: wheelPixels(event), at: event.timeStamp })
      gesture = read.gesture
      if (read.step !== 0) step(read.step)
    }
    element.addEventListener('wheel', onWheel, { passive: true })
    return () => element.removeEventListener('wheel', onWheel)
  }, [step])

  const finger = useRef<{
    down: TouchPoint
    samples: DragSample[]
    upright: boolean | null
  } | null>(null)
  const lifted = useRef(-Infinity)
  const touchOf = (event: PointerEvent): TouchPoint => ({
    x: event.clientX,
    y: event.clientY,
    at: event.timeStamp,
    place: 0.5,
  })
  /** The element still holds the film before until this one has come. */
  function press() {
    if (here && leaving.current === null) player.wishes.togglePlay()
  }
  function onPointerDown(event: PointerEvent) {
    if (event.pointerType === 'mouse') return
    const alone = event.isPrimary
    // A second finger makes a pinch of it.
    if (!alone && finger.current?.upright && leaving.current === null) void settle(0)
    finger.current = alone ? { down: touchOf(event), samples: [], upright: null } : null
  }
  function onPointerMove(event: PointerEvent) {
    const now = finger.current
    if (!now || !event.isPrimary || now.upright === false) return
    const { x, y, at } = touchOf(event)
    const sample = { x: x - now.down.x, y: y - now.down.y, at }
    now.upright ??= isVerticalDrag(sample)
    if (!now.upright) return
    now.samples = [...now.samples.slice(-11), sample]
    // A picture that is on its way is not drawn back; the finger counts when it is lifted.
    if (leaving.current === null) drag(dragOffset(sample.y, can))
  }
  function onPointerUp(event: PointerEvent) {
    if (event.pointerType === 'mouse') return
    lifted.current = event.timeStamp
    const now = finger.current
    finger.current = null
    if (!now) return
    if (isTap(now.down, touchOf(event))) return press()
    if (!now.upright) return
    const meant = swipeDirection(now.samples, event.currentTarget.clientHeight)
    if (meant !== 0) step(meant)
    else if (leaving.current === null) void settle(0)
  }
  function onPointerCancel() {
    if (finger.current?.upright && leaving.current === null) void settle(0)
    finger.current = null
  }
  function onClick(event: MouseEvent) {
    if (event.timeStamp - lifted.current > 800) press()
  }
  return {
    step,
    surface: { ref: surface, onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onClick },
    offered: refused?.by === episode_id ? refused.offered : null,
    takeBack: () => setRefused(null),
  }
}
