import { controlMessages } from '#web/ui/control-messages.ko.ts'
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Button } from '#web/ui/base/button.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { dialogs, useDialogs, type DialogEntry } from './dialog-store.ts'
import { isDoublePress } from './double-press.ts'
import { ToastRegion } from '#web/ui/feedback/toast-region.tsx'

/** Renders open dialogs. Navigation dismisses them. */
export function DialogHost() {
  const stack = useDialogs((open) => open)
  const { pathname } = useLocation()
  useEffect(() => () => dialogs.closeAll(), [pathname])
  return stack.map((entry) => <Dialog key={entry.id} entry={entry} />)
}

/** A native modal `<dialog>`. It is closed before it is removed, so that the browser restores the focus. */
function Dialog({ entry }: { entry: DialogEntry }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const startedOutside = useRef(false)
  const wasClicked = useRef(false)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      // The browser does not restore the focus if several dialogs were opened at once.
      if (document.activeElement === document.body && entry.opener instanceof HTMLElement)
        entry.opener.focus()
    }
  }, [entry.opener])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={entry.label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        dialogs.dismiss(entry.id)
      }}
      onCancel={(event) => {
        event.preventDefault()
        dialogs.dismiss(entry.id)
      }}
      // Browsers close a dialog at the second close request, even if `cancel` is prevented.
      onClose={(event) => {
        if (event.currentTarget.open) return
        dialogs.dismiss(entry.id)
        if (dialogs.current().some(({ id }) => id === entry.id)) dialog.current?.showModal()
      }}
      // A drag that starts inside, such as a text selection, does not count as a click outside.
      onPointerDown={(event) => (startedOutside.current = event.target === event.currentTarget)}
      // Ignores the second click of a double click on the control that opened the dialog.
      onClickCapture={(event) => {
        if (isDoublePress(event) && !wasClicked.current) {
          event.preventDefault()
          event.stopPropagation()
        } else wasClicked.current = true
      }}
      // The first click of a double click may have made the dialog smaller.
      onClick={(event) => {
        const isOutside = startedOutside.current && event.target === event.currentTarget
        if (isOutside && !isDoublePress(event)) dialogs.dismiss(entry.id)
      }}
      className={`m-auto overflow-visible bg-transparent p-0 text-foreground ${
        entry.wide
          ? 'mt-[min(10dvh,5rem)] max-h-[calc(100dvh-6rem)] w-[min(40rem,calc(100vw-2rem))] max-md:mt-3 max-md:w-[calc(100vw-1.5rem)]'
          : 'max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] max-md:mb-0 max-md:w-full max-md:max-w-none'
      } ${
        entry.transparent
          ? 'backdrop:bg-transparent'
          : 'backdrop:bg-background-deep/75 backdrop:backdrop-blur-[3px]'
      }`}
    >
      <div
        data-scroller=""
        className={`max-h-[inherit] animate-[slide-up_var(--duration-slow)_var(--ease-standard)] overflow-y-auto rounded-sheet bg-surface shadow-float ${entry.wide ? '' : 'max-md:rounded-b-none max-md:pb-[env(safe-area-inset-bottom)]'}`}
      >
        {entry.content}
      </div>
      <ToastRegion dialogId={entry.id} />
    </dialog>
  )
}

/** The standard content of a dialog: heading, text and actions. */
export function DialogBody({
  title,
  children,
  actions,
  onClose,
}: {
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** Adds a close button. */
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
        <div className="mt-6 flex flex-wrap justify-end gap-2 *:grow md:*:grow-0">{actions}</div>
      )}
    </div>
  )
}

/** Content at the end of a `DialogBody` that stays visible below long content. A focused control is scrolled clear of it. */
export function DialogFooter({ children }: { children: ReactNode }) {
  const footer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = footer.current
    const scroller = element?.closest<HTMLElement>('[data-scroller]')
    if (!element || !scroller) return
    const observer = new ResizeObserver(() => {
      scroller.style.scrollPaddingBottom = `${element.offsetHeight}px`
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={footer}
      className="sticky bottom-0 -mx-6 mt-5 -mb-6 border-t border-border bg-surface px-6 pt-4 pb-6 short:mt-4 short:py-3"
    >
      {children}
    </div>
  )
}

/**
 * Ref callback of the element that receives the focus when its dialog opens. `showModal` looks for the `autofocus`
 * attribute, which React's `autoFocus` does not set.
 */
export function initialFocusRef(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '')
}

/** The props of a field of a form that receives the focus when its dialog opens. */
export const withInitialFocus = <F extends { ref: (element: HTMLInputElement | null) => void }>(
  field: F,
): F => ({
  ...field,
  ref(element: HTMLInputElement | null) {
    initialFocusRef(element)
    field.ref(element)
  },
})

/** Asks before an irreversible action. @returns true only if the user confirmed; false on dismissal. */
export async function confirmDialog({
  title,
  message,
  confirmLabel,
  cancelLabel = controlMessages.cancel,
}: {
  title: string
  message: string
  confirmLabel: string
  cancelLabel?: string
}): Promise<boolean> {
  const answer = await dialogs.open<boolean>({ label: title }, (close) => (
    <DialogBody
      title={title}
      actions={
        <>
          <Button onClick={() => close(false)}>{cancelLabel}</Button>
          <Button variant="danger" onClick={() => close(true)}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{message}</p>
    </DialogBody>
  ))
  return answer === true
}
