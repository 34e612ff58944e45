export const attachmentCopy = {
  /** Base name of an attachment without a name. */
  unnamed: '첨부파일',
}
