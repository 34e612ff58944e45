export const attachmentCopy = {
  /** What a file is called that came without a name. */
  unnamed: '첨부파일',
}
