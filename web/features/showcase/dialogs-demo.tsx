import { showcaseMessages } from './messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { dialogs, type DialogOptions } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { loadingTracker } from '#web/ui/feedback/loading-tracker.ts'
import { ToastCard } from '#web/ui/feedback/toast-region.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { ShowcaseRow, ShowcaseSection } from './showcase-kit.tsx'

function openDialog(options: Partial<DialogOptions> = {}, isNested = false) {
  void dialogs.open<boolean>({ label: showcaseMessages.dialog_title, ...options }, (close) => (
    <DialogBody
      title={isNested ? showcaseMessages.dialog_nested : showcaseMessages.dialog_title}
      onClose={() => close()}
      actions={
        <>
          <Button onClick={() => close(false)}>{showcaseMessages.dialog_cancel}</Button>
          {options.label === undefined && !isNested && (
            <Button variant="outline" onClick={() => openDialog({}, true)}>
              {showcaseMessages.open_nested}
            </Button>
          )}
          <Button variant="primary" onClick={() => close(true)}>
            {showcaseMessages.dialog_confirm}
          </Button>
        </>
      }
    >
      {showcaseMessages.dialog_body}
    </DialogBody>
  ))
}

const showSpinner = () =>
  void loadingTracker.track(new Promise((resolve) => setTimeout(resolve, 2_000)))

/** The dialog stack, toasts and the loading overlay. */
export function DialogsDemo() {
  return (
    <ShowcaseSection name="dialogs">
      <ShowcaseRow>
        <Button onClick={() => openDialog()}>{showcaseMessages.open_dialog}</Button>
        <Button onClick={() => openDialog({ dismissible: false })}>
          {showcaseMessages.open_not_dismissible}
        </Button>
        <Button onClick={() => openDialog({ transparent: true })}>
          {showcaseMessages.open_transparent}
        </Button>
        <Button
          onClick={() => {
            openDialog()
            openDialog({}, true)
          }}
        >
          {showcaseMessages.open_stack}
        </Button>
        <Button icon="clock" onClick={showSpinner}>
          {showcaseMessages.open_spinner}
        </Button>
      </ShowcaseRow>
      <ShowcaseRow>
        {(['info', 'success', 'danger'] as const).map((tone) => (
          <Button
            key={tone}
            variant="outline"
            onClick={() => void toasts.show(showcaseMessages.toasts[tone], tone)}
          >
            {showcaseMessages.toasts[tone]}
          </Button>
        ))}
      </ShowcaseRow>
      <ShowcaseRow>
        {(['info', 'success', 'danger'] as const).map((tone, index) => (
          <ToastCard
            key={tone}
            toast={{ id: -1 - index, text: showcaseMessages.toasts[tone], tone }}
            autoDismiss={false}
          />
        ))}
      </ShowcaseRow>
    </ShowcaseSection>
  )
}
