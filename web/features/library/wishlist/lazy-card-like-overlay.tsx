import { lazyOrNothing } from '#web/ui/base/lazy.tsx'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { Pointing } from './card-like-overlay.tsx'
import type { SignIn } from './like-button.tsx'

/** If it fails to load, cards have no like button. */
const CardLikeOverlay = lazyOrNothing(() =>
  import('./card-like-overlay.tsx').then(({ CardLikeOverlay }) => CardLikeOverlay),
)

const cardOf = (target: Element | null, exclude = '') =>
  target?.closest<HTMLElement>(`[data-content-ref]${exclude}`) ?? undefined
const hasNoLike = ':not([data-has-like] *)'

/**
 * Loads the like button of cards when the first card is hovered, focused or touched.
 * @param press a touch in progress.
 */
export function LazyCardLikeOverlay({
  signIn,
  press,
}: {
  signIn: SignIn
  press: PointerEvent | undefined
}) {
  const [isNeeded, setIsNeeded] = useState(false)
  const pointing = useRef<Pointing>({})
  useEffect(() => {
    const controller = new AbortController()
    const options = { passive: true, signal: controller.signal }
    function pointAt(target: Element | null) {
      pointing.current.card = cardOf(target, hasNoLike)
      if (pointing.current.card) setIsNeeded(true)
    }
    const onPoint = ({ target, pointerType }: Event & { pointerType?: string }) =>
      pointerType !== 'touch' && pointAt(target as Element)
    const onPress = (event: PointerEvent) => {
      if (event.pointerType !== 'touch' || !cardOf(event.target as Element)) return
      pointing.current.press = event
      setIsNeeded(true)
    }
    const onPressEnd = () => (pointing.current.press = undefined)
    document.addEventListener('pointerover', onPoint, options)
    document.addEventListener('focusin', onPoint, options)
    document.addEventListener('pointerdown', onPress, options)
    document.addEventListener('pointerup', onPressEnd, options)
    document.addEventListener('pointercancel', onPressEnd, options)
    // Input that came before this component was loaded.
    const hovered =
      matchMedia('(hover: hover)').matches && document.querySelector('[data-content-ref]:hover')
    pointAt(hovered || document.activeElement)
    if (press) onPress(press)
    return () => controller.abort()
  }, [press])
  if (!isNeeded) return null
  return (
    <Suspense>
      <CardLikeOverlay signIn={signIn} pointing={pointing} />
    </Suspense>
  )
}
