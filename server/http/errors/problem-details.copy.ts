import type { ProblemCode } from '#contract/core/problem-codes.ts'
import type { StaffRole } from '#contract/core/staff-roles.ts'

const staffRoleNames: Record<StaffRole, string> = {
  analyst: '분석가',
  editor: '편집자',
  support: '상담 담당',
  finance: '정산 담당',
  owner: '소유자',
}

/** The detail of `staff_role_required`. */
export const staffRolesDetail = (roles: readonly StaffRole[]): string =>
  `이 일은 ${roles.map((role) => staffRoleNames[role]).join(', ')} 역할만 할 수 있어요.`

/** Title and detail of each problem: the event, then the next step. The type requires an entry for every code. */
export const problemCopy: Record<ProblemCode, { title: string; detail: string }> = {
  invalid_request: {
    title: '요청을 확인해 주세요',
    detail: '요청에 올바르지 않은 값이 있어요. 표시된 항목을 고쳐서 다시 시도해 주세요.',
  },
  malformed_body: {
    title: '요청을 읽을 수 없어요',
    detail: '보내 주신 내용의 형식이 깨져 있어요. 다시 보내 주세요.',
  },
  invalid_credentials: {
    title: '로그인하지 못했어요',
    detail: '이메일이나 비밀번호가 맞지 않아요. 다시 확인해 주세요.',
  },
  invalid_link: {
    title: '쓸 수 없는 링크예요',
    detail: '링크가 이미 쓰였거나 시간이 지났어요. 비밀번호 찾기를 다시 시작해 주세요.',
  },
  authorization_pending: {
    title: '아직 확인하지 않았어요',
    detail: '휴대폰에서 이 기기를 확인하면 로그인돼요.',
  },
  slow_down: {
    title: '너무 자주 물어봤어요',
    detail: '잠시 뒤에 다시 확인해요.',
  },
  expired_token: {
    title: '시간이 지난 코드예요',
    detail: '새 코드를 받아 다시 로그인해 주세요.',
  },
  access_denied: {
    title: '로그인을 거절했어요',
    detail: '휴대폰에서 이 기기의 로그인을 거절했어요. 다시 하려면 새 코드를 받아 주세요.',
  },
  passkey_rejected: {
    title: '패스키를 확인하지 못했어요',
    detail: '이 패스키로는 확인할 수 없어요. 다시 시도하거나 비밀번호로 로그인해 주세요.',
  },
  authentication_required: {
    title: '로그인이 필요해요',
    detail: '로그인하면 이어서 이용할 수 있어요.',
  },
  purchase_required: {
    title: '이용권이나 구매가 필요해요',
    detail: '이 회차는 이용권을 쓰거나 구매한 뒤에 볼 수 있어요.',
  },
  insufficient_points: {
    title: '포인트가 모자라요',
    detail: '가진 포인트가 가격보다 적어요. 모자란 만큼 충전하면 바로 살 수 있어요.',
  },
  payment_declined: {
    title: '결제가 승인되지 않았어요',
    detail: '카드 승인이 거절됐어요. 빠져나간 금액은 없어요. 다른 카드로 시도해 주세요.',
  },
  forbidden: { title: '이용할 수 없어요', detail: '지금은 이 기능을 이용할 수 없어요.' },
  child_profile: {
    title: '어린이 프로필에서는 할 수 없어요',
    detail: '어른 프로필로 바꾼 뒤에 다시 시도해 주세요.',
  },
  pin_required: {
    title: '비밀번호로 잠긴 프로필이에요',
    detail:
      '이 프로필을 먼저 선택해 비밀번호를 풀거나, 계정 비밀번호로 프로필 비밀번호를 없애 주세요.',
  },
  profile_required: {
    title: '누가 볼까요?',
    detail: '프로필을 선택하면 이어서 이용할 수 있어요.',
  },
  profile_limit_reached: {
    title: '프로필을 더 만들 수 없어요',
    detail:
      '프로필은 계정마다 다섯 개까지 만들 수 있어요. 쓰지 않는 프로필을 지운 뒤에 만들어 주세요.',
  },
  list_limit_reached: {
    title: '목록이 가득 찼어요',
    detail: '목록은 50개까지, 한 목록에는 500편까지 담을 수 있어요. 쓰지 않는 것을 지워 주세요.',
  },
  cross_origin_request: {
    title: '받을 수 없는 요청이에요',
    detail: '다른 사이트에서 보낸 요청은 받지 않아요. 이 사이트에서 다시 시도해 주세요.',
  },
  reauthentication_required: {
    title: '한 번 더 확인할게요',
    detail: '중요한 정보를 바꾸려면 지금 비밀번호를 한 번 더 입력해 주세요.',
  },
  second_factor_required: {
    title: '추가 인증이 필요해요',
    detail:
      '스튜디오에 들어가거나 추가 인증 수단을 바꾸려면 인증 앱 코드나 패스키로 한 번 더 확인해 주세요.',
  },
  last_second_factor: {
    title: '하나뿐인 추가 인증 수단이에요',
    detail:
      '스튜디오를 쓰는 계정에는 인증 앱이나 패스키가 하나는 있어야 해요. 다른 수단을 먼저 추가한 뒤에 지워 주세요.',
  },
  staff_role_required: {
    title: '맡은 역할로는 할 수 없어요',
    detail: '이 일을 맡은 역할만 할 수 있어요. 필요하면 소유자에게 역할을 바꿔 달라고 해 주세요.',
  },
  own_role: {
    title: '내 역할은 바꿀 수 없어요',
    detail: '내 역할은 다른 소유자만 바꿀 수 있어요.',
  },
  staff_account: {
    title: '운영자의 계정이에요',
    detail: '운영자의 계정은 소유자만 바꿀 수 있고, 운영자에게는 포인트를 줄 수 없어요.',
  },
  daily_grant_limit: {
    title: '오늘 줄 수 있는 포인트를 넘었어요',
    detail:
      '한 사람이 하루에 300,000P까지 줄 수 있어요. 더 필요하면 다른 정산 담당이나 소유자에게 부탁해 주세요.',
  },
  last_owner: {
    title: '하나뿐인 소유자예요',
    detail: '스튜디오에는 소유자가 한 명은 있어야 해요. 다른 운영자를 먼저 소유자로 정해 주세요.',
  },
  own_account: {
    title: '내 계정이에요',
    detail: '내 계정에는 할 수 없는 일이에요. 필요하면 다른 운영자에게 부탁해 주세요.',
  },
  second_person_required: {
    title: '다른 사람이 결정해야 해요',
    detail: '내가 요청한 것은 다른 소유자가 결정해요.',
  },
  under_age: {
    title: '아직 볼 수 없는 나이예요',
    detail: '만 19세가 되는 해의 1월 1일부터 성인 인증을 할 수 있어요.',
  },
  adult_verification_required: {
    title: '성인 인증이 필요해요',
    detail: '청소년 관람불가 작품이에요. 성인 인증을 마치면 볼 수 있어요.',
  },
  deletion_scheduled: {
    title: '탈퇴를 신청한 계정이에요',
    detail: '탈퇴를 취소하면 쓰던 그대로 다시 볼 수 있어요.',
  },
  merge_refused: {
    title: '합칠 수 없는 계정이에요',
    detail: '두 계정의 상태 때문에 지금은 합칠 수 없어요. 바뀐 것은 없어요.',
  },
  account_suspended: {
    title: '이용이 정지된 계정이에요',
    detail: '지금은 로그인할 수 없어요. 고객센터로 연락해 주시면 이유를 함께 확인할게요.',
  },
  watching_required: {
    title: '아직 보지 않은 작품이에요',
    detail: '조금이라도 본 뒤에 리뷰를 남길 수 있어요.',
  },
  not_refundable: {
    title: '환불할 수 없어요',
    detail: '이 결제는 지금 환불할 수 없어요. 이유는 마이에서 확인할 수 있어요.',
  },
  not_found: { title: '찾을 수 없어요', detail: '찾으시는 내용이 없거나 볼 수 없는 상태예요.' },
  account_not_found: {
    title: '가입한 계정을 찾지 못했어요',
    detail: '이름과 휴대폰 번호에 맞는 계정이 없어요. 가입할 때 쓴 이름인지 확인해 주세요.',
  },
  method_not_allowed: {
    title: '지원하지 않는 방식이에요',
    detail: '이 주소에서는 그 방식의 요청을 받지 않아요.',
  },
  conflict: {
    title: '이미 바뀌었어요',
    detail: '그사이 내용이 바뀌었어요. 새로 불러온 뒤 다시 시도해 주세요.',
  },
  already_owned: {
    title: '이미 가진 회차예요',
    detail: '이 회차는 이미 구매했거나 대여 중이에요. 바로 볼 수 있어요.',
  },
  not_for_sale: {
    title: '따로 팔지 않는 회차예요',
    detail:
      '이 회차는 지금 구매하거나 대여할 수 없어요. 무료거나 이용권으로 볼 수 있는지 확인해 주세요.',
  },
  not_selling: {
    title: '아직 판매를 시작하지 않았어요',
    detail: '판매를 준비하고 있어요. 빠져나간 금액은 없어요. 시작하면 다시 찾아 주세요.',
  },
  order_in_progress: {
    title: '결제가 진행 중이에요',
    detail: '먼저 시작한 결제를 확인하고 있어요. 결과가 나온 뒤에 다시 시도해 주세요.',
  },
  payment_mismatch: {
    title: '결제 정보가 주문과 달라요',
    detail: '주문한 내용과 맞지 않아 결제하지 않았어요. 처음부터 다시 결제해 주세요.',
  },
  same_plan: {
    title: '이미 이용 중인 이용권이에요',
    detail: '지금 쓰고 있는 이용권과 같아요. 다른 이용권을 골라 주세요.',
  },
  amount_changed: {
    title: '결제할 금액이 바뀌었어요',
    detail: '그사이 금액이 달라져 결제하지 않았어요. 바뀐 금액을 확인하고 다시 시도해 주세요.',
  },
  plan_changed: {
    title: '이용권의 내용이 바뀌었어요',
    detail:
      '그사이 이용권의 내용이 달라져 결제하지 않았어요. 바뀐 내용을 확인하고 다시 골라 주세요.',
  },
  plan_retired: {
    title: '지금은 고를 수 없는 이용권이에요',
    detail: '이 이용권은 판매가 끝나 결제하지 않았어요. 다른 이용권을 골라 주세요.',
  },
  package_changed: {
    title: '충전 포인트가 바뀌었어요',
    detail: '그사이 충전 금액이나 보너스가 달라져 결제하지 않았어요. 다시 골라 주세요.',
  },
  rental_terms_changed: {
    title: '대여 기간이 바뀌었어요',
    detail: '그사이 대여 기간이 달라져 결제하지 않았어요. 바뀐 기간을 확인하고 다시 시도해 주세요.',
  },
  idempotency_key_reused: {
    title: '요청을 다시 시작해 주세요',
    detail: '같은 요청 번호로 다른 내용이 왔어요. 화면을 새로 고친 뒤 다시 시도해 주세요.',
  },
  verification_required: {
    title: '본인 확인이 필요해요',
    detail: '인증번호를 아직 확인하지 않았거나 확인한 지 30분이 지났어요. 인증을 다시 해 주세요.',
  },
  phone_verification_off: {
    title: '휴대폰으로 확인할 수 없어요',
    detail: '이 서비스는 휴대폰 번호를 확인하지 않아서 이 기능을 쓸 수 없어요.',
  },
  identity_unverified: {
    title: '본인인증을 마치지 않았어요',
    detail: '본인인증 창에서 인증을 끝까지 마쳐 주세요. 처음부터 다시 할 수 있어요.',
  },
  identity_in_use: {
    title: '다른 계정으로 이미 인증했어요',
    detail:
      '한 사람은 한 계정에서만 성인 인증을 쓸 수 있어요. 그 계정으로 로그인하거나, 인증을 이 계정으로 옮겨 주세요.',
  },
  phone_in_use: {
    title: '이미 쓰고 있는 번호예요',
    detail: '이 휴대폰 번호로 가입한 계정이 있어요. 아이디 찾기에서 확인해 주세요.',
  },
  email_in_use: {
    title: '이미 쓰고 있는 이메일이에요',
    detail: '이 이메일로 가입한 계정이 있어요. 다른 이메일을 쓰거나 그 계정으로 로그인해 주세요.',
  },
  video_not_ready: {
    title: '영상을 준비하고 있어요',
    detail: '아직 재생할 수 있는 영상이 없어요. 준비되면 바로 볼 수 있어요.',
  },
  too_many_streams: {
    title: '다른 기기에서 보고 있어요',
    detail:
      '한 번에 볼 수 있는 기기를 모두 쓰고 있어요. 다른 기기의 재생을 멈추면 여기서 볼 수 있어요.',
  },
  stream_required: {
    title: '재생을 시작해 주세요',
    detail: '이 화면에서 재생을 시작하지 않았거나 다른 기기가 이어받았어요. 다시 재생해 주세요.',
  },
  playback_position_required: {
    title: '아직 미리보기 구간이에요',
    detail: '미리보기가 끝나 갈 때 이어지는 부분을 불러와요. 계속 재생해 주세요.',
  },
  already_answered: {
    title: '이미 답변한 문의예요',
    detail: '그사이 다른 답변이 등록됐어요. 목록을 새로 불러와 확인해 주세요.',
  },
  edit_conflict: {
    title: '그사이 다른 사람이 고쳤어요',
    detail: '다른 운영자가 먼저 저장했어요. 바뀐 내용을 확인하고 다시 저장해 주세요.',
  },
  no_longer_available: {
    title: '공개가 끝난 작품이에요',
    detail: '공개 기간이 끝나서 소장하거나 대여 중인 회원만 볼 수 있어요.',
  },
  file_unreadable: {
    title: '파일을 읽을 수 없어요',
    detail: 'UTF-8로 저장한 CSV 파일인지, 첫 줄에 열 이름이 있는지 확인해 주세요.',
  },
  uri_too_long: {
    title: '주소가 너무 길어요',
    detail: '주소를 줄여서 다시 요청해 주세요.',
  },
  body_too_large: {
    title: '내용이 너무 커요',
    detail: '보낼 수 있는 크기를 넘었어요. 줄여서 다시 보내 주세요.',
  },
  file_too_large: {
    title: '파일이 너무 커요',
    detail: '파일은 10MB까지 첨부할 수 있어요. 크기를 줄이거나 다른 파일을 골라 주세요.',
  },
  unsupported_media_type: {
    title: '받을 수 없는 형식이에요',
    detail: '이 주소에서는 그 형식의 내용을 받지 않아요.',
  },
  file_type_rejected: {
    title: '첨부할 수 없는 파일이에요',
    detail:
      '이미지(JPG, PNG, GIF, WebP, BMP, HEIC)와 PDF, DOC, DOCX, TXT만 첨부할 수 있어요. 매크로, 자동 실행, 외부 연결, 암호가 있거나 손상된 파일은 받지 않아요. PDF로 다시 저장하거나 화면을 사진으로 찍어 첨부해 주세요.',
  },
  rate_limited: {
    title: '요청이 너무 많아요',
    detail: '잠시 뒤에 다시 시도해 주세요.',
  },
  resend_too_soon: {
    title: '조금만 기다려 주세요',
    detail: '인증번호는 60초에 한 번 보낼 수 있어요. 잠시 뒤에 다시 받아 주세요.',
  },
  internal_error: {
    title: '문제가 생겼어요',
    detail: '저희 쪽에 문제가 생겼어요. 잠시 뒤에 다시 시도해 주세요.',
  },
  maintenance: {
    title: '점검하고 있어요',
    detail: '지금은 점검하고 있어요. 조금 뒤에 다시 시도해 주세요.',
  },
  service_unavailable: {
    title: '잠시 쉬어 가고 있어요',
    detail: '서비스에 잠깐 문제가 있어요. 금방 돌아올게요. 잠시 뒤에 다시 시도해 주세요.',
  },
  storage_unavailable: {
    title: '파일을 저장하지 못했어요',
    detail:
      '지금은 첨부 파일을 저장할 수 없어서 문의를 등록하지 않았어요. 잠시 뒤에 다시 등록하거나 파일 없이 등록해 주세요.',
  },
  upload_too_large: {
    title: '영상 파일이 너무 커요',
    detail:
      '한 번에 올릴 수 있는 크기를 넘었어요. 파일을 나누거나 압축률을 높여서 다시 올려 주세요.',
  },
  upload_empty: {
    title: '빈 파일이에요',
    detail: '파일에 아무 내용도 없어요. 원본을 확인하고 다시 골라 주세요.',
  },
  upload_expired: {
    title: '올리던 파일의 기한이 지났어요',
    detail: '일주일 동안 끝내지 못한 업로드는 지워져요. 처음부터 다시 올려 주세요.',
  },
  insufficient_storage: {
    title: '저장 공간이 모자라요',
    detail:
      '이 파일을 받을 공간이 서버에 없어요. 쓰지 않는 영상을 지우거나 관리자에게 알려 주세요.',
  },
  asset_processing: {
    title: '아직 진행 중이에요',
    detail: '이 영상은 지금 그렇게 할 수 없어요. 변환이 끝난 뒤에 다시 시도해 주세요.',
  },
  asset_in_use: {
    title: '회차에서 쓰고 있는 영상이에요',
    detail: '먼저 회차와의 연결을 끊으면 지울 수 있어요.',
  },
  source_missing: {
    title: '원본 파일이 없어요',
    detail: '원본이 남아 있지 않아서 다시 변환할 수 없어요. 파일을 새로 올려 주세요.',
  },
}
