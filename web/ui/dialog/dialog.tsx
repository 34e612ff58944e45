import { controlMessages } from '#web/ui/messages.ko.ts'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { IconButton } from '#web/ui/base/button.tsx'
import { dialogs, type DialogEntry } from './dialog-store.ts'
import { isDoublePress } from './double-press.ts'
import { ToastRegion } from '#web/ui/feedback/toasts.tsx'

const none: readonly DialogEntry[] = []

/** Draws the stack, once, at the end of the page. A change of page dismisses what is open. */
export function DialogHost() {
  const stack = useSyncExternalStore(dialogs.subscribe, dialogs.current, () => none)
  const { pathname } = useLocation()
  useEffect(() => () => dialogs.closeAll(), [pathname])
  return stack.map((modal) => <Dialog key={modal.id} modal={modal} />)
}

/**
 * The browser's own modal dialog: it keeps the focus inside, makes the rest inert, and gives the focus back
 * to where it was, which is why it is closed before it leaves the document.
 */
function Dialog({ modal }: { modal: DialogEntry }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  const wasPressed = useRef(false)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      // Where several were opened at once, the browser has lost what came before them.
      if (document.activeElement === document.body && modal.opener instanceof HTMLElement)
        modal.opener.focus()
    }
  }, [modal.opener])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={modal.label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        dialogs.dismiss(modal.id)
      }}
      onCancel={(event) => {
        event.preventDefault()
        dialogs.dismiss(modal.id)
      }}
      // A browser closes it at the second request whatever we say: what must stay is shown again.
      onClose={(event) => {
        if (event.currentTarget.open) return
        dialogs.dismiss(modal.id)
        if (dialogs.current().some(({ id }) => id === modal.id)) dialog.current?.showModal()
      }}
      // A drag that began inside, as when selecting text, is not a press outside.
      onPointerDown={(event) => (pressedOutside.current = event.target === event.currentTarget)}
      // Of a double click on what opened it, the second press is none of what came under the pointer.
      onClickCapture={(event) => {
        if (isDoublePress(event) && !wasPressed.current) {
          event.preventDefault()
          event.stopPropagation()
        } else wasPressed.current = true
      }}
      // Nor is it a press outside, where the first one made the dialog smaller.
      onClick={(event) => {
        const isOutside = pressedOutside.current && event.target === event.currentTarget
        if (isOutside && !isDoublePress(event)) dialogs.dismiss(modal.id)
      }}
      className={`m-auto max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] overflow-visible bg-transparent p-0 text-foreground max-md:mb-0 max-md:w-full max-md:max-w-none ${
        modal.transparent
          ? 'backdrop:bg-transparent'
          : 'backdrop:bg-background-deep/75 backdrop:backdrop-blur-[3px]'
      }`}
    >
      <div className="max-h-[inherit] animate-[slide-up_var(--duration-slow)_var(--ease-standard)] overflow-y-auto rounded-2xl bg-surface shadow-float max-md:rounded-b-none max-md:pb-[env(safe-area-inset-bottom)]">
        {modal.content}
      </div>
      <ToastRegion dialogId={modal.id} />
    </dialog>
  )
}

/** The usual inside of a dialog: a heading, what it says, what one can do. */
export function DialogBody({
  title,
  children,
  actions,
  onClose,
}: {
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** Draws a cross. */
  onClose?: () => void
}) {
  return (
    <div className="p-6">
      <div className="flex items-start justify-between gap-4">
        <h2 className="text-xl font-bold">{title}</h2>
        {onClose && (
          <IconButton
            label={controlMessages.close}
            icon="close"
            onClick={onClose}
            className="-mt-2 -mr-2"
          />
        )}
      </div>
      {children && <div className="mt-3 text-base text-foreground-muted">{children}</div>}
      {actions && (
        <div className="mt-6 flex flex-wrap justify-end gap-2.5 *:grow md:*:grow-0">{actions}</div>
      )}
    </div>
  )
}

/**
 * The `ref` of what a dialog opens on, where that is not the first thing in it. The browser asks for the attribute as it
 * shows the dialog; React's `autoFocus` sets none, and comes too early.
 */
export function initialFocusRef(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '')
}
