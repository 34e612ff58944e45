import type { DialogBody } from '#web/ui/dialog/dialog.tsx'
import type { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import type { PageSpinner } from '#web/ui/feedback/loading-overlay.tsx'
import type { ToastCard } from '#web/ui/feedback/toast-region.tsx'
import { optional, required, type PropsOf } from './props-table.tsx'

export const feedbackProps = {
  page_spinner: {
    label: optional('string', '불러오고 있어요', '읽어 주는 이름이에요.'),
  } satisfies PropsOf<typeof PageSpinner>,
  empty_state: {
    icon: required('IconName', '위의 그림이에요.'),
    title: required('string', '무엇이 없는지예요.'),
    children: optional('ReactNode', null, '무엇을 하면 생기는지예요.'),
    actions: optional('ReactNode', null, '다음에 할 일이에요.'),
    heading: optional('h1 | h2 | h3', 'h2', '제목의 단계예요.'),
  } satisfies PropsOf<typeof EmptyState>,
  error_state: {
    title: optional('string', '내용을 불러오지 못했어요', '무엇이 안 됐는지예요.'),
    detail: optional('string', '잠시 후 다시 시도해 주세요.', '무엇을 하면 되는지예요.'),
    onRetry: optional('() => void', null, '다시 시도할 때 불러요. 없으면 단추가 없어요.'),
    isRetrying: optional('boolean', 'false', '다시 불러오는 중인지예요.'),
  } satisfies PropsOf<typeof ErrorState>,
  dialog_body: {
    title: required('string', '대화 상자의 제목이에요.'),
    children: optional('ReactNode', null, '내용이에요.'),
    actions: optional('ReactNode', null, '아래의 단추예요.'),
    onClose: optional('() => void', null, '닫기 단추를 더해요.'),
  } satisfies PropsOf<typeof DialogBody>,
  toast_card: {
    toast: required('Toast', '글자와 종류, 할 일이에요.'),
    autoDismiss: optional('boolean', 'true', '6초 뒤에 저절로 사라져요.'),
  } satisfies PropsOf<typeof ToastCard>,
}
