import type { ContentRef } from '#contract/watch-history/watch-history.ts'
import {
  createContext,
  use,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react'

/** The work or episode of a card, its series, and the path that the card links to. */
export type CardContent = {
  contentRef: ContentRef
  series_id: number
  title: string
  to: string
}

export type CardButtonsProps = { card: RefObject<HTMLElement | null>; content: CardContent }

/** The parts of a card that a later area provides. */
type CardExtras = {
  Buttons: ComponentType<CardButtonsProps>
  /** Called when a finger is laid on a card. `ended` aborts when it is lifted. */
  onTouch: (touch: PointerEvent, content: CardContent, ended: AbortSignal) => void
}

/** Resolved by the overlays, which load at the first input (`app/overlays.tsx`). */
export const cardExtras = Promise.withResolvers<CardExtras>()

/** Whether cards show buttons; false where they have buttons of their own. */
export const CardButtonsContext = createContext(true)

/** The frame of a card. It shows buttons while it is hovered or has the focus: on every card they would cover the art. */
export function Card({
  content,
  className,
  children,
}: {
  content: CardContent
  className: string
  children: ReactNode
}) {
  const hasButtons = use(CardButtonsContext)
  const card = useRef<HTMLElement>(null)
  const [Buttons, setButtons] = useState<CardExtras['Buttons']>()
  async function showButtons() {
    const extras = await cardExtras.promise
    if (card.current?.matches(':hover, :focus-within')) setButtons(() => extras.Buttons)
  }
  async function watchTouch(touch: PointerEvent) {
    const ended = new AbortController()
    for (const type of ['pointerup', 'pointercancel'])
      addEventListener(type, () => ended.abort(), { once: true })
    const extras = await cardExtras.promise
    extras.onTouch(touch, content, ended.signal)
  }
  return (
    <article
      ref={card}
      data-series={content.series_id}
      className={`group relative min-w-0 ${className}`}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && void showButtons()}
      onFocus={() => void showButtons()}
      onPointerLeave={({ currentTarget }) =>
        currentTarget.querySelector(':focus-visible') || setButtons(undefined)
      }
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) ||
        currentTarget.matches(':hover') ||
        setButtons(undefined)
      }
      onPointerDown={({ nativeEvent, target, pointerType, isPrimary }) => {
        if (pointerType === 'touch' && isPrimary && !(target as Element).closest('button'))
          void watchTouch(nativeEvent)
      }}
    >
      {children}
      {hasButtons && Buttons && <Buttons card={card} content={content} />}
    </article>
  )
}
