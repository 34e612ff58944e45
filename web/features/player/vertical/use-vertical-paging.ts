import { gestureMessages } from '#web/features/player/messages.ko.ts'
import type { Episode } from '#contract/contents/contents.ts'
import type { Video } from '#contract/contents/playback.ts'
import { useCallback, useEffect, useEffectEvent, useRef, useState, type MouseEvent } from 'react'
import { useNavigation } from 'react-router'
import { videoPath } from '#web/routing/paths.ts'
import { usePlayer } from '#web/features/player/hooks/player-context.tsx'
import { isTap, type TouchPoint } from '#web/features/player/gestures/use-gestures.ts'
import type { CanPlayEpisode } from './use-feed.ts'

/** A touch sample: offset in pixels from its start, and time in ms. */
export type DragSample = { x: number; y: number; at: number }

/** Pixels before the direction of a drag is known. */
const directionSlack_px = 10
/** Fraction of the height that is a swipe at any speed. */
const minDragFraction = 0.25
/** Minimum speed in pixels per ms, and distance in pixels, of a flick. */
const minFlick = { speed: 0.45, pixels: 28 }
/** Window in ms of the velocity: stopping before the release cancels a flick. */
const velocityWindow_ms = 100
/** Fraction by which the picture follows where no adjacent episode exists. */
const resistance = 0.28

/** Whether a drag is vertical; null while it is too short to tell. */
export function isVerticalDrag({ x, y }: Pick<DragSample, 'x' | 'y'>): boolean | null {
  if (Math.hypot(x, y) < directionSlack_px) return null
  return Math.abs(y) > Math.abs(x)
}

/** Pixels by which the picture follows a drag of `y`. */
export function dragOffset(y: number, can: { next: boolean; previous: boolean }): number {
  return (y < 0 ? can.next : can.previous) ? y : y * resistance
}

/** Pixels per ms over the velocity window, negative upwards. */
export function dragVelocity(samples: readonly DragSample[]): number {
  const last = samples.at(-1)
  const from = samples.find((sample) => last && last.at - sample.at <= velocityWindow_ms)
  if (!last || !from || last.at === from.at) return 0
  return (last.y - from.y) / (last.at - from.at)
}

/** Returns the step on release: 1 next episode (upwards), -1 previous, 0 stay. */
export function swipeDirection(samples: readonly DragSample[], height: number): -1 | 0 | 1 {
  const y = samples.at(-1)?.y ?? 0
  const speed = dragVelocity(samples)
  const isFlick = Math.abs(speed) >= minFlick.speed && Math.abs(y) >= minFlick.pixels
  // A flick back cancels a long drag.
  if (isFlick) return Math.sign(speed) !== Math.sign(y) ? 0 : y < 0 ? 1 : -1
  if (Math.abs(y) < height * minDragFraction) return 0
  return y < 0 ? 1 : -1
}

/** A wheel gesture: accumulated pixels, time of the last event, and whether it has made its step. */
type WheelGesture = { sum: number; at: number; is_spent: boolean }
export const initialWheelGesture: WheelGesture = { sum: 0, at: -Infinity, is_spent: false }

/** Milliseconds without events that end a gesture, including trackpad inertia. */
const gestureGap_ms = 180
/** Pixels that make a step; one mouse notch is about 100. */
const minWheel_px = 40

/** Adds a wheel event. A gesture makes one step at most, however far it runs (1 next, -1 previous). */
export function wheelStep(
  gesture: WheelGesture,
  { pixels, at }: { pixels: number; at: number },
): { gesture: WheelGesture; step: -1 | 0 | 1 } {
  const current = at - gesture.at > gestureGap_ms ? initialWheelGesture : gesture
  const sum = current.sum + pixels
  const isStep = !current.is_spent && Math.abs(sum) >= minWheel_px
  return {
    gesture: { sum, at, is_spent: current.is_spent || isStep },
    step: isStep ? (sum > 0 ? 1 : -1) : 0,
  }
}

/** Converts wheel deltas to pixels: Firefox reports lines, some mice pages. */
export function wheelPixels({
  deltaY,
  deltaMode,
}: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number {
  return deltaY * ([1, 33, 600][deltaMode] ?? 1)
}

/** Snap animation in ms (vertical.css has the same). */
const slide_ms = 240

export type VerticalPaging = ReturnType<typeof useVerticalPaging>

/**
 * Paging between vertical episodes by touch, wheel, keys and buttons. The drag offset is a custom property of the
 * player (`--drag-offset`), written without rendering. A locked adjacent episode is offered, not entered; a further step
 * forward goes on with the next work. The hook outlives single videos: steps requested while one loads run once it has loaded, because only then its adjacent
 * episodes are known (`video` is null until then). Pending steps are dropped on unmount and when a navigation
 * elsewhere starts, since on a slow connection the page stays until that has loaded.
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

  const view = () => layer.current?.closest<HTMLElement>('.player')
  const setDragOffset = (pixels: number) =>
    view()?.style.setProperty('--drag-offset', `${pixels}px`)

  const settle = useCallback(async (pixels: number) => {
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
  }, [])

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

  useEffect(() => {
    const element = layer.current?.closest<HTMLElement>('.player')
    if (!element) return
    let gesture = initialWheelGesture
    function onWheel(event: WheelEvent) {
      // Ctrl zooms the page; dialogs and popovers scroll their own content.
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
      if (event.target instanceof Element && event.target.closest('dialog, [popover]')) return
      const result = wheelStep(gesture, { pixels: wheelPixels(event), at: event.timeStamp })
      gesture = result.gesture
      if (result.step !== 0) step(result.step)
    }
    element.addEventListener('wheel', onWheel, { passive: true })
    return () => element.removeEventListener('wheel', onWheel)
  }, [step])

  const touch = useRef<{
    down: TouchPoint
    samples: DragSample[]
    isVertical: boolean | null
  } | null>(null)
  const lastTouchEnd = useRef(-Infinity)
  const touchPointOf = (event: PointerEvent): TouchPoint => ({
    x: event.clientX,
    y: event.clientY,
    at: event.timeStamp,
    fraction: 0.5,
  })
  /** The element shows the previous video until the new one has loaded. */
  function onTap() {
    if (current && leavingId.current === null) player.requests.togglePlay()
  }
  const onPointerDown = useEffectEvent((event: PointerEvent) => {
    if (event.pointerType === 'mouse') return
    const isPrimary = event.isPrimary
    // A second finger makes it a pinch.
    if (!isPrimary && touch.current?.isVertical && leavingId.current === null) void settle(0)
    touch.current = isPrimary ? { down: touchPointOf(event), samples: [], isVertical: null } : null
  })
  const onPointerMove = useEffectEvent((event: PointerEvent) => {
    const active = touch.current
    if (!active || !event.isPrimary || active.isVertical === false) return
    const { x, y, at } = touchPointOf(event)
    const sample = { x: x - active.down.x, y: y - active.down.y, at }
    active.isVertical ??= isVerticalDrag(sample)
    if (!active.isVertical) return
    active.samples = [...active.samples.slice(-11), sample]
    // Dragging is disabled during the snap animation; only the release counts.
    if (leavingId.current === null) setDragOffset(dragOffset(sample.y, can))
  })
  const onPointerUp = useEffectEvent((event: PointerEvent) => {
    if (event.pointerType === 'mouse') return
    lastTouchEnd.current = event.timeStamp
    const active = touch.current
    touch.current = null
    if (!active) return
    if (isTap(active.down, touchPointOf(event))) {
      // A tap on a link or button of the details is a press of it.
      if (event.target === layer.current) onTap()
      return
    }
    if (!active.isVertical) return
    const direction = swipeDirection(active.samples, layer.current?.clientHeight ?? 0)
    if (direction !== 0) step(direction)
    else if (leavingId.current === null) void settle(0)
  })
  const onPointerCancel = useEffectEvent(() => {
    if (touch.current?.isVertical && leavingId.current === null) void settle(0)
    touch.current = null
  })
  // A swipe may begin on the details over the picture, which are no child of the layer.
  useEffect(() => {
    const element = layer.current?.closest<HTMLElement>('.player')
    if (!element) return
    const stop = new AbortController()
    const { signal } = stop
    const isSwipeArea = ({ target }: Event) =>
      target === layer.current ||
      (target instanceof Element && target.closest('.vertical-details') !== null)
    const onSwipeArea =
      (handle: (event: PointerEvent) => void) =>
      (event: PointerEvent): void =>
        isSwipeArea(event) ? handle(event) : undefined
    element.addEventListener(
      'pointerdown',
      onSwipeArea((event) => onPointerDown(event)),
      { signal },
    )
    element.addEventListener(
      'pointermove',
      onSwipeArea((event) => onPointerMove(event)),
      { signal },
    )
    element.addEventListener(
      'pointerup',
      onSwipeArea((event) => onPointerUp(event)),
      { signal },
    )
    element.addEventListener('pointercancel', () => onPointerCancel(), { signal })
    return () => stop.abort()
  }, [])
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
