import { formatCount } from '#web/lib/format.ts'
import { josa } from '#web/lib/josa.ts'

/** 1:1 inquiries. Texts that the specification prescribes are verbatim, hence more formal than the rest. */
export const inquiryMessages = {
  title: '1:1 문의',
  new_title: '1:1 문의하기',
  list_title: '문의 내역',
  description: '궁금한 점이나 불편한 점을 알려 주세요.',
  tabs: '1:1 문의 메뉴',

  form: {
    heading: '어떤 도움이 필요하신가요?',
    privacy:
      '답변을 위해 문의 내용과 첨부 파일, 이메일 주소를 확인해요. 주민등록번호, 카드 번호, 비밀번호는 적지 마세요. 문의와 답변은 법에 따라 3년 동안 보관한 뒤 지워요.',
    privacy_link: '개인정보처리방침 보기',
    subject: '문의 유형',
    subject_placeholder: '문의 유형을 선택해 주세요',
    subjects_failed: '문의 유형을 불러오지 못했어요.',
    title: '제목',
    context: '내용',
    context_hint: '언제, 어떤 작품과 기기에서 생긴 일인지 적어 주시면 더 빨리 도와드릴 수 있어요.',
    file: '첨부 파일',
    file_hint: '이미지(JPG, PNG, GIF, WebP, BMP, HEIC), PDF, DOC, DOCX, TXT · 10MB 이하 1개',
    file_choose: '파일 선택',
    file_change: '다른 파일 선택',
    file_none: '선택된 파일 없음',
    file_remove: '첨부 지우기',
    file_preview: '첨부할 이미지 미리보기',
    file_drop: '여기에 놓으면 첨부돼요',
    sending: '첨부 파일을 보내고 있어요.',
    sent: '첨부 파일을 확인하고 있어요.',
    cancel: '취소',
    submit: '등록',
    /** Beside the button while it is disabled. */
    register_needs: (missing: readonly string[]) =>
      missing.length > 0
        ? `${josa(missing.join(', '), '을/를')} 채우면 등록할 수 있어요.`
        : '표시된 곳을 고치면 등록할 수 있어요.',
    draft_restored: '전에 쓰시던 내용을 불러왔어요. 첨부 파일은 다시 선택해 주세요.',
    draft_hint: '쓰신 내용은 등록할 때까지 이 기기에 보관돼요. 첨부 파일은 보관되지 않아요.',
    draft_discard: '새로 쓰기',
  },

  field_errors: {
    subject_id: '문의 유형을 선택해 주세요',
    title: '1자 이상 100자 이하로 입력해 주세요',
    context_required: '내용을 입력해 주세요',
    context_length: '1자 이상 1000자 이하로 입력해 주세요',
    file_type:
      '이미지(JPG, PNG, GIF, WebP, BMP, HEIC)와 PDF, DOC, DOCX, TXT 파일만 첨부할 수 있어요.',
    file_empty: '내용이 없는 파일이에요. 다른 파일을 선택해 주세요.',
    file_unreadable: '이미지를 열 수 없어요. 다른 파일을 선택해 주세요.',
  },

  too_large: {
    title: '파일이 너무 커요',
    detail: (name: string, size: string) =>
      `첨부 파일은 10MB까지 올릴 수 있어요. 선택하신 ‘${name}’ 파일은 ${size}예요.`,
    ok: '확인',
  },

  failed: {
    title: '등록 중 오류가 발생했습니다',
    text_kept: '쓰신 내용은 그대로 있어요.',
    ok: '확인',
  },
  registered: '문의를 등록했어요. 답변이 오면 메일로도 알려 드릴게요.',

  list: {
    open: '확인중',
    answered: '답변완료',
    question: '문의 내용',
    answer: '답변',
    no_answer: '확인하고 있어요. 답변이 오면 메일로 알려 드리고 여기에도 바로 보여 드릴게요.',
    attachment: '첨부 파일 내려받기',
    attached_image: '첨부한 이미지',
    delete: '삭제',
    confirm: '확인',
    delete_title: '문의를 삭제할까요?',
    delete_detail: '삭제하면 문의와 답변, 첨부 파일을 다시 볼 수 없어요.',
    deleted: '문의를 삭제했어요',
    delete_failed: '삭제하지 못했어요. 다시 시도해 주세요.',
    empty: '문의 내역이 없어요',
    empty_detail: '궁금한 점이 있으면 언제든지 남겨 주세요.',
    ask: '1:1 문의하기',
    failed: '문의 내역을 불러오지 못했어요.',
    answer_received: (title: string) => `‘${title}’ 문의에 답변이 왔어요`,
    new_answer: '새 답변',
    total: (all: number) => `모두 ${formatCount(all)}건`,
  },

  mine: {
    title: '답변을 기다리는 문의',
    all: '문의 내역 모두 보기',
    failed: '문의 내역을 불러오지 못했어요.',
    more: (rest: number) => `외 ${formatCount(rest)}건`,
  },
} as const
