"""The calls of the API and their types, generated from the API description. Do not edit: run "npm run python:api"."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .reply import RawBody, Reply, Transport, commas, quoted


class AcceptInvitationBody(TypedDict):
    user_id: str
    timestamp: str
    signature: str
    invitation: NotRequired[str]
    first_name: str
    last_name: NotRequired[str]
    password: str
    password_confirm: str


class AccessChangeValue(TypedDict):
    type: Literal["begin"]
    generation: int
    key_checks: str
    definition: NotRequired[str]
    teams: list[TeamSnapshot]
    grants: list[GrantSnapshot]
    devices: list[AdmittedDevice]
    seed_key: AccessChangeValueSeedKey


class AccessChangeValueSeedKey(TypedDict):
    signs: str
    signature: str


class AccessChangeValue2(TypedDict):
    type: Literal["team"]
    id: str
    name: str
    members: list[str]


class AccessChangeValue3(TypedDict):
    type: Literal["grant"]
    id: str
    teams: list[str]
    field_names: list[str] | None
    can_share_keys: bool


class AccessChangeValue4(TypedDict):
    type: Literal["device"]
    user: str
    email: str
    signs: str
    receives: str
    compared: bool
    by_seed: NotRequired[str]


class AccessChangeValue5(TypedDict):
    type: Literal["generation"]
    generation: int
    key_checks: str
    former_mac: str
    seed_key: AccessChangeValue5SeedKey


class AccessChangeValue5SeedKey(TypedDict):
    signs: str
    signature: str


class AccessChangeValue6(TypedDict):
    type: Literal["keys"]
    key_checks: str


class AccessChangeValue7(TypedDict):
    type: Literal["restore"]
    generation: int
    key_checks: str


class AccessEntry(TypedDict):
    format: Literal[1]
    schema: str
    number: int
    previous: str | Literal[""]
    time: str
    generation: int
    signer: AccessEntrySigner
    change: AccessChange
    mac: str
    signature: str


class AccessEntrySigner(TypedDict):
    user: str
    name: str
    signs: str
    receives: str


class AdmittedDevice(TypedDict):
    user: str
    email: str
    signs: str
    receives: str
    compared: bool


class ApiDescription(TypedDict):
    info: ApiDescriptionInfo
    paths: dict[str, dict[str, dict[str, Any]]]


class ApiDescriptionInfo(TypedDict):
    title: str
    version: str


class ApiToken(TypedDict):
    id: str
    name: str
    organization: str
    datasets: list[str] | None
    verbs: list[Literal["read", "write", "delete"]]
    expires: str
    service_account: bool
    url: str
    user: str | MemberUser
    prefix: str
    created: str
    last_used: str | None


class AuditLogEntry(TypedDict):
    id: str
    organization: str
    actor: str | MemberUser | None
    action: Literal["create", "update", "delete", "access"]
    model: str
    object_id: str
    changes: dict[str, Any]
    people: NotRequired[dict[str, str]]
    remote_address: str
    timestamp: str


class CompletedUpload(TypedDict):
    job_id: str
    records: float
    completed: str


class Dataset(TypedDict):
    id: str
    url: str
    organization: str
    name: str
    slug: str
    description: str
    created: str
    schema_count: NotRequired[int]


class DecryptedRecord(TypedDict):
    id: str
    url: NotRequired[str]
    schema: str
    data: dict[str, str | float]
    damaged: NotRequired[list[str]]
    empty: NotRequired[list[str]]
    withheld: NotRequired[list[str]]


class DefinitionChange(TypedDict):
    former: str
    version: int
    time: str
    signer: Signer
    signature: str


class DefinitionJob(TypedDict):
    status: Literal["running", "complete", "failed"]
    processed: int
    total: int
    error: NotRequired[str]


class Detail(TypedDict):
    detail: str


class EarlierKeys(TypedDict):
    devices: list[EarlierKeysDevicesItem]
    schemas: list[EarlierKeysSchemasItem]


class EarlierKeysDevicesItem(TypedDict):
    device_id: str
    created: str


class EarlierKeysSchemasItem(TypedDict):
    id: str
    name: str
    created: str


class EpochStatement(TypedDict):
    number: int
    base: EpochStatementBase
    generation: int
    reason: str
    time: str
    as_of: str | None
    missing: EpochStatementMissing
    signer: Signer
    mac: str
    signature: str


class EpochStatementBase(TypedDict):
    version: int
    mac: str | Literal[""]


class EpochStatementMissing(TypedDict):
    uploads: int
    records: int
    returned: int


class ExpectedState(TypedDict):
    user: str
    schema: NotRequired[str]
    manifest: str | Literal[""]


class Export(TypedDict):
    records: int
    filtered: bool
    values: Literal["encrypted", "decrypted"]
    format: Literal["csv", "json", "ndjson"]


class ExportedRecord(TypedDict):
    id: str
    url: str
    schema: str
    data: dict[str, str | float]
    damaged: NotRequired[list[str]]
    withheld: NotRequired[list[str]]


class Filter(TypedDict):
    label: str
    value: str | float
    operator: NotRequired[Literal["=", ">", "<", ">=", "<=", "between"]]
    value2: NotRequired[str | float]


class Grant(TypedDict):
    id: str
    url: str
    teams: list[str]
    schema: str
    field_names: dict[str, Literal[True]] | None
    can_share_keys: bool
    can_create_records: bool


class GrantSnapshot(TypedDict):
    id: str
    teams: list[str]
    field_names: list[str] | None
    can_share_keys: bool


class Identity(TypedDict):
    id: str
    url: str
    user: str | MemberUser
    device_id: str
    primary_public_key: str
    sub_public_key: str
    created: str
    revoked: str | None


class IdentityKey(TypedDict):
    schema: str
    schema_name: str
    field_name: str
    expires: str
    received: str | None
    denied: str | None
    reason: str


class Invitation(TypedDict):
    id: str
    url: str
    organization: str
    user: str
    is_admin: bool
    expires: str
    created: str
    modified: str


class Job(TypedDict):
    job_id: str
    schema: str
    status: Literal["uploading", "processing", "complete", "failed"]
    processed: float
    total: float
    current_batch: float
    total_batches: float
    bytes: NotRequired[JobBytes]
    upload: NotRequired[str]
    left_out: NotRequired[float]
    unseen: NotRequired[Literal[True]]
    notice: NotRequired[str]
    error: NotRequired[str]
    interrupted: NotRequired[Literal[True]]
    errors: NotRequired[JobErrors]


class JobErrors(TypedDict):
    count: float
    rows: list[RowProblem]


class JobBytes(TypedDict):
    received: float
    sealed: float
    size: NotRequired[float]


class JsonSchema(TypedDict):
    type: Literal["object"]
    properties: dict[str, Any]
    required: NotRequired[list[str]]


class Keyring(TypedDict):
    state: Literal["open", "locked", "missing", "unproven"]
    phrase: Literal["unseen", "confirmed", "waived"] | None
    passphrase: Literal["own", "file", "settings"]
    device_id: str | None
    earlier: NotRequired[EarlierKeys]


class ListedSchema(TypedDict):
    id: str
    url: str
    dataset: str
    name: str
    slug: str
    description: str
    schema: dict[str, Any]
    generation: int
    key_checks: KeyChecks | None
    earlier_key_checks: dict[str, KeyChecks]
    permissions: Permissions
    creator: NotRequired[str]
    keys_by: NotRequired[str]
    created: str


class LoginBody(TypedDict):
    login: NotRequired[str]
    email: NotRequired[str]
    password: str


class ManifestTree(TypedDict):
    level: int
    nodes: NodeRefs


class Material(TypedDict):
    id: str
    url: str
    request: str | Request
    uploaded_by: str | Identity
    payload: str
    signature: str
    created: str


class MemberUser(TypedDict):
    id: str
    url: str
    email: str
    first_name: str
    last_name: str
    is_active: bool
    is_superuser: bool
    is_service_account: bool
    has_identity: bool
    date_joined: str
    last_login: str | None


class NewApiToken(TypedDict):
    id: str
    name: str
    organization: str
    datasets: list[str] | None
    verbs: list[Literal["read", "write", "delete"]]
    expires: str
    service_account: bool
    url: str
    user: str | MemberUser
    prefix: str
    created: str
    last_used: str | None
    secret: str
    uses_keys: NotRequired[bool]


class NodeRef(TypedDict):
    part: str
    segments: int
    records: int


class OpenedView(TypedDict):
    id: str
    version: int
    generation: int
    creator: str
    view: SavedView | None
    problem: NotRequired[str]


class Organization(TypedDict):
    id: str
    url: str
    name: str
    slug: str
    owner: OrganizationOwner
    organization_users: list[str]
    is_active: bool
    created: str
    modified: str


class OrganizationOwner(TypedDict):
    id: str
    organization_user: OrganizationUser


class OrganizationUser(TypedDict):
    id: str
    url: str
    organization: str
    user: str | MemberUser
    is_admin: bool
    created: str
    modified: str


class OutboxMail(TypedDict):
    id: str
    to: str
    subject: str
    date: str


class OutboxMailText(TypedDict):
    id: str
    to: str
    subject: str
    date: str
    text: str


class OwnInvitation(TypedDict):
    id: str
    url: str
    organization_name: str
    is_admin: bool
    expires: str
    created: str


class Permissions(TypedDict):
    can_search: bool
    can_upload: bool
    can_decrypt: bool | list[str]
    can_share_keys: bool


class Problem(TypedDict):
    detail: str
    error: NotRequired[str]
    errors: NotRequired[dict[str, list[str]]]


class ProfileBody(TypedDict):
    first_name: NotRequired[str]
    last_name: NotRequired[str]


class ReceivedKey(TypedDict):
    request: str
    schema: str
    field_name: str


class RecordForms(TypedDict):
    in_groups: int
    one_by_one: int


class RecordRange(TypedDict):
    upload: str
    first: int
    count: int


class RegisterBody(TypedDict):
    email: str
    first_name: str
    last_name: NotRequired[str]
    organization_name: NotRequired[str]
    password: str
    password_confirm: str


class Request(TypedDict):
    id: str
    url: str
    identity: str | Identity
    user: str | MemberUser
    schema: str | Schema
    field_name: str
    created: str
    expires: str
    fulfilled: str | None
    received: str | None
    denied: str | None
    reason: str


class RequestStatus(TypedDict):
    request: str
    device: Literal["compared", "uncompared", "new", "changed", "unusable"]
    access: Literal["signed", "unconfirmed", "unknown"]


class RestoredState(TypedDict):
    state: Literal["current", "older", "unconfirmed"]
    epoch: EpochStatement | None
    missing: RestoredStateMissing
    seen: str | None
    as_of: str | None
    uploads: list[RestoredStateUploadsItem]
    earlier_keys: bool
    words: list[str]
    may_accept: bool
    confirm_with: Literal["passphrase", "password"]


class RestoredStateMissing(TypedDict):
    uploads: int
    records: int
    returned: int


class RestoredStateUploadsItem(TypedDict):
    records: int
    seen: str
    uploaded: str | None


class RowProblem(TypedDict):
    row: str
    field: str
    value: NotRequired[str]
    message: str


class SavedView(TypedDict):
    name: str
    filters: list[SavedViewFiltersItem]
    order: str | None
    columns: ViewColumns
    density: Literal["compact", "standard", "comfortable"]


class SavedViewFiltersItem(TypedDict):
    label: str
    value: str
    operator: NotRequired[Literal["=", ">", "<", ">=", "<=", "between"]]
    value2: NotRequired[str]


class SavedViewInput(TypedDict):
    name: str
    filters: NotRequired[list[SavedViewInputFiltersItem]]
    order: NotRequired[str | None]
    columns: NotRequired[ViewColumnsInput]
    density: NotRequired[Literal["compact", "standard", "comfortable"]]


class SavedViewInputFiltersItem(TypedDict):
    label: str
    value: str
    operator: NotRequired[Literal["=", ">", "<", ">=", "<=", "between"]]
    value2: NotRequired[str]


class Schema(TypedDict):
    id: str
    url: str
    dataset: str
    name: str
    slug: str
    description: str
    schema: JsonSchema
    generation: int
    key_checks: KeyChecks | None
    earlier_key_checks: dict[str, KeyChecks]
    permissions: Permissions
    creator: NotRequired[str]
    keys_by: NotRequired[str]
    created: str


class SchemaAccess(TypedDict):
    state: Literal["none", "accepted", "unconfirmed", "refused"]
    detail: str
    begun: SchemaAccessBegun | None
    words: list[str]
    may_sign: bool
    notice: bool
    people: list[SchemaAccessPeopleItem]
    unconfirmed: list[SchemaAccessUnconfirmedItem | SchemaAccessUnconfirmedItem2]


class SchemaAccessBegun(TypedDict):
    name: str
    user: str
    time: str


class SchemaAccessPeopleItem(TypedDict):
    user: str
    email: str
    owner: bool
    devices: list[SchemaAccessPeopleItemDevicesItem]


class SchemaAccessPeopleItemDevicesItem(TypedDict):
    signs: str
    receives: str
    compared: bool
    words: list[str]


class SchemaAccessUnconfirmedItem(TypedDict):
    type: Literal["member"]
    team: str
    team_name: str
    user: str
    email: str
    fields: list[str] | None
    can_share_keys: bool


class SchemaAccessUnconfirmedItem2(TypedDict):
    type: Literal["grant"]
    id: str
    teams: list[str]
    field_names: list[str] | None
    can_share_keys: bool
    team_names: list[str]
    added: list[str] | None


class SchemaRemoval(TypedDict):
    id: str
    organization: str
    dataset: str
    name: str
    records: int
    remaining: float
    since: str


class SealedRecord(TypedDict):
    id: str
    url: str
    schema: str
    owner: str
    data: dict[str, str]
    field_set: NotRequired[str]
    created: str
    version: NotRequired[str]


class SealedView(TypedDict):
    id: str
    version: int
    generation: int
    sealed: str
    creator: str


class SearchBody(TypedDict):
    schema: str
    filters: NotRequired[list[Filter]]
    order_by: NotRequired[str]
    partial: NotRequired[bool]
    limit: NotRequired[int]
    """The largest number of items that a page may have."""
    offset: NotRequired[int]
    """How many items precede the page."""


class SegmentEntry(TypedDict):
    id: str
    records: int
    generation: int
    header_hash: str
    ranges: list[RecordRange]
    deleted: NotRequired[list[tuple[int, int]]]
    unreadable: NotRequired[list[tuple[int, int]]]
    versions: NotRequired[list[tuple[int, str]]]
    field_sets: NotRequired[Literal[1]]
    group_records: NotRequired[Literal[32]]


class ServiceAccount(TypedDict):
    id: str
    url: str
    organization: str
    organization_user: str
    user: str
    name: str
    email: str
    has_identity: bool
    created: str


class Session(TypedDict):
    id: str
    url: str
    created: str
    last_seen: str
    user_agent: str
    address: str
    current: bool


class SessionEnd(TypedDict):
    expires_at: str
    seconds_left: int
    idle_seconds: int
    ends_at: str


class SignedDefinition(TypedDict):
    digest: str
    change: NotRequired[DefinitionChange]
    added: NotRequired[dict[str, int]]


class SignedManifest(TypedDict):
    schema: str
    generation: int
    version: int
    epoch: NotRequired[EpochStatement]
    definition: NotRequired[SignedDefinition]
    mac: str | Literal[""]
    segments: NotRequired[list[SegmentEntry]]
    tree: NotRequired[ManifestTree]


class SignedManifestInput(TypedDict):
    schema: str
    generation: NotRequired[int]
    version: int
    epoch: NotRequired[EpochStatement]
    definition: NotRequired[SignedDefinition]
    mac: str | Literal[""]
    segments: NotRequired[list[SegmentEntry]]
    tree: NotRequired[ManifestTree]


class Signer(TypedDict):
    user: str
    name: str
    identity: str
    signs: str
    receives: str


class StaleGroup(TypedDict):
    upload: str
    number: int
    since: str
    version: int


class Status(TypedDict):
    status: Literal["ok"]
    api_version: float
    behind_proxy: bool
    outbox: NotRequired[bool]
    proxy_url: NotRequired[str]
    demo: NotRequired[StatusDemo]


class StatusDemo(TypedDict):
    email: str
    password: str


class Team(TypedDict):
    id: str
    url: str
    organization: str
    schema: str
    role: Literal["owners", "requesters", "contributors", "custom"]
    members: list[str | MemberUser]
    name: str
    slug: str


class TeamSnapshot(TypedDict):
    id: str
    name: str
    members: list[str]


class TokenScope(TypedDict):
    id: str
    name: str
    organization: str
    datasets: list[str] | None
    verbs: list[Literal["read", "write", "delete"]]
    expires: str
    service_account: bool


class Upload(TypedDict):
    id: str
    url: str
    schema: str
    records: int
    removing: int
    owner: str
    owner_email: str | None
    created: str
    this_machine: NotRequired[bool]
    job_id: NotRequired[str | None]


class User(TypedDict):
    id: str
    url: str
    email: str
    username: str
    first_name: str
    last_name: str
    has_identity: bool
    is_active: bool
    is_superuser: bool
    is_service_account: bool
    date_joined: str
    last_login: str | None
    settings: UserSettings
    organizations: list[str | Organization]
    token: NotRequired[TokenScope]


class UserSettings(TypedDict):
    plan: UserSettingsPlan


class UserSettingsPlan(TypedDict):
    product_name: str


class ViewColumns(TypedDict):
    order: list[str]
    hidden: list[str]
    pinned: list[str]
    widths: dict[str, int]


class ViewColumnsInput(TypedDict):
    order: NotRequired[list[str]]
    hidden: NotRequired[list[str]]
    pinned: NotRequired[list[str]]
    widths: NotRequired[dict[str, int]]


class AcceptOwnInvitationReply(TypedDict):
    organization: str


class AcceptRestoredBody(TypedDict):
    secret: str
    reason: NotRequired[str]


class AddMemberBody(TypedDict):
    id: str


class CanDecryptBody(TypedDict):
    id: NotRequired[str]
    url: NotRequired[str]
    schema: str
    data: dict[str, str]
    field_set: NotRequired[str]
    fields: NotRequired[list[str]]


class CanDecryptBody2Item(TypedDict):
    id: NotRequired[str]
    url: NotRequired[str]
    schema: str
    data: dict[str, str]
    field_set: NotRequired[str]
    fields: NotRequired[list[str]]


class CanDecryptReply(TypedDict):
    can_decrypt: bool


class ChangeGrantBody(TypedDict):
    field_names: NotRequired[dict[str, Literal[True]]]
    can_create_records: NotRequired[bool]


class ChangePasswordBody(TypedDict):
    old_password: str
    password: str
    password_confirm: str


class CheckDefinitionBody(TypedDict):
    schema: NewJsonSchema


class CheckDefinitionReply(TypedDict):
    kind: Literal["same", "free", "compatible", "reindex", "rekey", "refused"]
    changes: list[CheckDefinitionReplyChangesItem]
    has_records: bool


class CheckDefinitionReplyChangesItem(TypedDict):
    field: str
    keyword: NotRequired[str]
    kind: Literal["same", "free", "compatible", "reindex", "rekey", "refused"]
    reason: NotRequired[str]


class CompareDeviceBody(TypedDict):
    user: str
    signs: str
    receives: str
    words: str


class ConfirmAccessBody(TypedDict):
    type: Literal["member"]
    team: str
    user: str


class ConfirmAccessBody2(TypedDict):
    type: Literal["grant"]
    id: str
    teams: list[str]
    field_names: list[str] | None
    can_share_keys: bool


class ConfirmPhraseBody(TypedDict):
    words: list[ConfirmPhraseBodyWordsItem]


class ConfirmPhraseBodyWordsItem(TypedDict):
    position: int
    word: str


class CreateApiTokenBody(TypedDict):
    name: str
    organization: str
    service_account: NotRequired[str]
    datasets: list[str] | None
    verbs: list[Literal["read", "write", "delete"]]
    expires: str


class CreateCustomerReply(TypedDict):
    customer_id: NotRequired[str]


class CreateDatasetBody(TypedDict):
    name: str
    slug: NotRequired[str]
    description: NotRequired[str]
    organization: str


class CreateGrantBody(TypedDict):
    team: str
    schema: NotRequired[str]
    field_names: dict[str, Literal[True]] | None
    can_share_keys: NotRequired[bool]
    can_create_records: NotRequired[bool]


class CreateInvitationBody(TypedDict):
    email: str
    is_admin: NotRequired[bool]
    organization: NotRequired[str]


class CreateOrganizationBody(TypedDict):
    name: str
    slug: NotRequired[str]
    is_active: NotRequired[Literal[True]]


class CreateRecordsBody(TypedDict):
    data: dict[str, PlainValue]
    schema: str


class CreateRecordsBody2Item(TypedDict):
    data: dict[str, PlainValue]
    schema: str


class CreateSchemaBody(TypedDict):
    dataset: str
    name: str
    slug: NotRequired[str]
    description: NotRequired[str]
    schema: NewJsonSchema


class CreateServiceAccountBody(TypedDict):
    name: str


class CreateTeamBody(TypedDict):
    schema: str
    name: str
    slug: NotRequired[str]
    organization: NotRequired[str]
    members: NotRequired[list[str]]
    field_names: NotRequired[dict[str, Literal[True]] | None]
    can_create_records: NotRequired[bool]


class CreateTokenBody(TypedDict):
    email: str
    password: str


class CreateTokenReply(TypedDict):
    access: str
    refresh: str


class DecryptRecordsBodyItem(TypedDict):
    id: NotRequired[str]
    url: NotRequired[str]
    schema: str
    data: dict[str, str]
    field_set: NotRequired[str]
    fields: NotRequired[list[str]]


class DecryptSchemaBody(TypedDict):
    id: NotRequired[str]
    url: NotRequired[str]


class DenyRequestBody(TypedDict):
    reason: NotRequired[str]


class ExportRecordsBody(TypedDict):
    schema: str
    filters: NotRequired[list[Filter]]
    decrypt: NotRequired[bool]
    partial: NotRequired[bool]
    format: NotRequired[Literal["csv", "json", "ndjson"]]
    after: NotRequired[str]


class FulfillRequestBody(TypedDict):
    fingerprint: NotRequired[str]
    without_comparing: NotRequired[Literal[True]]


class GetCsrfReply(TypedDict):
    csrfToken: str


class GetHealthReply(TypedDict):
    status: Literal["ok"]


class GetManifestReply2(TypedDict):
    unchanged: str


class IngestRecordsBodyItem(TypedDict):
    data: dict[str, PlainValue]
    schema: str


class ListRecordsReply2(TypedDict):
    count: float


class PatchDatasetBody(TypedDict):
    name: NotRequired[str]
    description: NotRequired[str]


class PatchGrantBody(TypedDict):
    field_names: dict[str, Literal[True]]


class PatchOrganizationUserBody(TypedDict):
    is_admin: bool


class PatchProfileReply(TypedDict):
    first_name: str
    last_name: str


class PatchSchemaBody(TypedDict):
    name: NotRequired[str]
    description: NotRequired[str]
    schema: NotRequired[NewJsonSchema]
    manifest: NotRequired[SignedManifestInput]
    new_parts: NotRequired[NewParts]


class PatchServiceAccountBody(TypedDict):
    name: str


class PatchTeamBody(TypedDict):
    name: NotRequired[str]
    slug: NotRequired[str]


class ProveMaterialBody(TypedDict):
    proof: str


class PublishManifestBody(TypedDict):
    schema: str
    generation: NotRequired[int]
    version: int
    epoch: NotRequired[EpochStatement]
    definition: NotRequired[SignedDefinition]
    mac: str | Literal[""]
    segments: NotRequired[list[SegmentEntry]]
    tree: NotRequired[ManifestTree]
    new_parts: NotRequired[NewParts]


class PutKeyChecksBody(TypedDict):
    key_checks: KeyChecks
    generation: NotRequired[int]
    manifest: NotRequired[SignedManifestInput]
    new_parts: NotRequired[NewParts]
    entry: NotRequired[AccessEntry]
    schema: NotRequired[NewJsonSchema]


class PutOrganizationBody(TypedDict):
    name: str
    slug: str
    owner: NotRequired[Any]
    is_active: NotRequired[Literal[True]]


class PutSealedViewBody(TypedDict):
    version: int
    generation: int
    sealed: str


class PutTeamBody(TypedDict):
    name: str
    slug: NotRequired[str]
    organization: NotRequired[str]
    members: list[str]


class PutViewBody(TypedDict):
    version: int
    view: SavedViewInput


class ReadBlocksBody(TypedDict):
    schema: str
    segments: list[ReadBlocksBodySegmentsItem]


class ReadBlocksBodySegmentsItem(TypedDict):
    id: str
    labels: str


class ReadGroupsBody(TypedDict):
    schema: str
    groups: list[tuple[str, int]]
    expected: NotRequired[ExpectedState]


class ReadManifestPartsBody(TypedDict):
    parts: list[str]


class ReadRecordsBody(TypedDict):
    schema: str
    records: list[tuple[str, int]]
    partial: NotRequired[bool]


class ReadSegmentsBody(TypedDict):
    schema: str
    segments: list[str]


class ReceiveMaterialBody(TypedDict):
    fingerprint: NotRequired[str]


class RefreshTokenBody(TypedDict):
    refresh: str


class RefreshTokenReply(TypedDict):
    access: str


class RegisterReply(TypedDict):
    detail: str
    user: NotRequired[User]
    organization: NotRequired[Organization]


class RegisterIdentityBody(TypedDict):
    device_id: str
    primary_public_key: str
    sub_public_key: str
    signature: str


class RemoveMemberBody(TypedDict):
    id: str


class ReplaceRecordBody(TypedDict):
    data: dict[str, PlainValue]
    schema: NotRequired[str]


class RequestKeysBody(TypedDict):
    schema: str
    identity: str


class ResetPasswordBody(TypedDict):
    user_id: str
    timestamp: str
    signature: str
    password: str
    password_confirm: NotRequired[str]


class RestoreKeyringBody(TypedDict):
    words: str


class SearchRecordsReplyItem2(TypedDict):
    data: SearchRecordsReplyItem2Data


class SearchRecordsReplyItem2Data(TypedDict):
    value: float | str | None


class SendResetLinkBody(TypedDict):
    email: str


class SetPassphraseBody(TypedDict):
    passphrase: str
    old: NotRequired[str]


class ShowPhraseReply(TypedDict):
    words: list[str]
    created: NotRequired[str]
    sets: NotRequired[int]


class SignInWithProviderBody(TypedDict):
    provider: Literal["google"]
    process: Literal["login"]
    token: SignInWithProviderBodyToken


class SignInWithProviderBodyToken(TypedDict):
    client_id: str
    id_token: str


class TakeLeaseBody(TypedDict):
    holder: str
    seconds: int


class TrustAccessBody(TypedDict):
    words: str


class TrustRestoredBody(TypedDict):
    words: str


class UnlockKeyringBody(TypedDict):
    passphrase: str


class UpdateRecordBody(TypedDict):
    data: dict[str, PlainValue]
    schema: NotRequired[str]


class UploadJobReply(TypedDict):
    job_id: str
    replayed: NotRequired[Literal[True]]


class UploadMaterialBody(TypedDict):
    request: str
    uploaded_by: str
    payload: str
    signature: str
    proof: str


class VerifyRegistrationBody(TypedDict):
    user_id: str
    timestamp: str
    signature: str


class VerifyTokenBody(TypedDict):
    token: str


AccessChange: TypeAlias = AccessChangeValue | AccessChangeValue2 | AccessChangeValue3 | AccessChangeValue4 | AccessChangeValue5 | AccessChangeValue6 | AccessChangeValue7


KeyChecks: TypeAlias = dict[str, str]


NewJsonSchema: TypeAlias = JsonSchema


NewParts: TypeAlias = list[str]


NodeRefs: TypeAlias = list[NodeRef]


PlainValue: TypeAlias = str | float | None


class Api:
    """Every call of the API, a method for each. They raise `cloakroom.ApiError` for a refusal."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def accept_invitation(
        self,
        body: AcceptInvitationBody,
    ) -> Reply[Detail]:
        """Create an account by the link of an invitation, and accept the invitation that it names: within 7 days, once."""
        return self._transport.send(
            "POST",
            "/api/accounts/accept-invitation/",
            json=body,
            answer="json",
        )

    def accept_own_invitation(
        self,
        id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[AcceptOwnInvitationReply]:
        """Accept an invitation and become a member.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/invitations/{quoted(id)}/accept/",
            headers={"X-Expected-User": expected_user},
            answer="json",
        )

    def accept_restored(
        self,
        id: str,
        body: AcceptRestoredBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[RestoredState]:
        """Sign a new epoch: accept the content that the service holds, although newer content was seen. For those who may share keys, with their passphrase or password.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/schemas/{quoted(id)}/restored/accept/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def acknowledge_material(
        self,
        id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Confirm that a proven key is stored: its request is received, and the sealed key is deleted.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/materials/{quoted(id)}/acknowledge/",
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def add_member(
        self,
        id: str,
        team_id: str,
        body: AddMemberBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Add a person, by user id or organization user id; an owner’s proxy signs the former.

        id: The id of the object.
        team_id: The id of the object.
        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/organizations/{quoted(id)}/teams/{quoted(team_id)}/add_member/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="nothing",
        )

    def append_access_log(
        self,
        id: str,
        body: AccessEntry,
        *,
        expected_user: str | None = None,
    ) -> Reply[AccessEntry]:
        """Append an entry to the signed list; for those who may share keys. 409 unless it follows the last one.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/schemas/{quoted(id)}/access-log/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def begin_keyring(
        self,
        *,
        expected_user: str | None = None,
    ) -> Reply[Keyring]:
        """Start with new keys where the keyring is missing. The earlier keys can be restored from their words later.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/keyring/begin/",
            headers={"X-Expected-User": expected_user},
            answer="json",
        )

    def can_decrypt(
        self,
        body: CanDecryptBody | list[CanDecryptBody2Item],
        *,
        expected_user: str | None = None,
    ) -> Reply[CanDecryptReply]:
        """Whether the caller may decrypt records like this one, and this proxy has the keys.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/records/can-decrypt/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def cancel_definition_job(
        self,
        id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Cancel a running change that rebuilds a schema’s index. Schema and index stay as they were.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "DELETE",
            f"/api/schemas/{quoted(id)}/definition-job/",
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def cancel_job(
        self,
        id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[Job]:
        """Cancel an upload job: everything stored for it is deleted, here and at the service, and the job has failed. 409 when it has ended or is being published.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "DELETE",
            f"/api/jobs/{quoted(id)}/",
            headers={"X-Expected-User": expected_user},
            answer="json",
        )

    def change_grant(
        self,
        id: str,
        body: ChangeGrantBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[Grant]:
        """Set what the members of a grant’s team may read and store; a reduction takes effect at once.

        id: The id of the object.
        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "PATCH",
            f"/api/grants/{quoted(id)}/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def change_password(
        self,
        body: ChangePasswordBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[Detail]:
        """Change the password; every other session ends.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/accounts/change-password/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def check_definition(
        self,
        id: str,
        body: CheckDefinitionBody,
    ) -> Reply[CheckDefinitionReply]:
        """What a change of the definition would take, for each keyword of each field: nothing, a signature, a new index, or new keys; or why it is refused.

        id: The id of the object.
        """
        return self._transport.send(
            "POST",
            f"/api/schemas/{quoted(id)}/definition-check/",
            json=body,
            answer="json",
        )

    def compare_device(
        self,
        id: str,
        body: CompareDeviceBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[SchemaAccess]:
        """Sign that the words of an admitted device were compared with its person.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/schemas/{quoted(id)}/access/compare/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def confirm_access(
        self,
        id: str,
        body: ConfirmAccessBody | ConfirmAccessBody2,
        *,
        expected_user: str | None = None,
    ) -> Reply[SchemaAccess]:
        """Sign that a person belongs to a team, or that a grant names these keys; for owners.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/schemas/{quoted(id)}/access/confirm/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def confirm_phrase(
        self,
        body: ConfirmPhraseBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[Keyring]:
        """Confirm by three words that all were written down.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/keyring/phrase/confirm/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def count_record_forms(
        self,
        id: str,
    ) -> Reply[RecordForms]:
        """How many of a schema’s records are sealed in groups, and how many one by one, by an earlier version. A data owner’s proxy seals these in groups.

        id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/schemas/{quoted(id)}/record-forms/",
            answer="json",
        )

    def create_api_token(
        self,
        body: CreateApiTokenBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[NewApiToken]:
        """Create an API token, for yourself or for a service account. Its secret is in this answer only. A token can use the keys of the proxy through which it was created.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/tokens/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def create_customer(
        self,
        *,
        expected_user: str | None = None,
    ) -> Reply[CreateCustomerReply]:
        """Register the signed-in user as a customer of the payment provider, once; without effect where billing isn’t configured. 503 when the provider doesn’t answer in time: nothing depends on it, so call again later.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/stripe/customer/",
            headers={"X-Expected-User": expected_user},
            answer="json",
        )

    def create_dataset(
        self,
        body: CreateDatasetBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[Dataset]:
        """Create a dataset.

        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/datasets/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def create_grant(
        self,
        body: CreateGrantBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[Grant]:
        """Give a team an additional grant; through an owner’s proxy it is signed.

        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/grants/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def create_identity(
        self,
        *,
        expected_user: str | None = None,
    ) -> Reply[Identity]:
        """Generate this device’s key pairs, store the private keys in the keyring and register the public ones.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/identities/",
            headers={"X-Expected-User": expected_user},
            answer="json",
        )

    def create_invitation(
        self,
        id: str,
        body: CreateInvitationBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[Invitation]:
        """Invite a person by e-mail; the answer is the same with and without an account. They are a member once they accept. Asking again sends it again.

        id: The id of the object.
        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/organizations/{quoted(id)}/invitations/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def create_organization(
        self,
        body: CreateOrganizationBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[Organization]:
        """Create an organization and become its owner.

        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/organizations/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def create_records(
        self,
        body: CreateRecordsBody | list[CreateRecordsBody2Item],
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[SealedRecord | list[SealedRecord]]:
        """Seal and store one plain record, or a list of at most 100 of one schema. The answer is the sealed record, or a list of them.

        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/records/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def create_schema(
        self,
        body: CreateSchemaBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[Schema]:
        """Create a schema with its three teams; through the proxy its key checks are stored too.

        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/schemas/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def create_service_account(
        self,
        id: str,
        body: CreateServiceAccountBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[ServiceAccount]:
        """Create a service account; for admins. It does nothing before an admin creates a token for it.

        id: The id of the object.
        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/organizations/{quoted(id)}/service-accounts/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def create_team(
        self,
        id: str,
        body: CreateTeamBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[Team]:
        """Create an additional team of a schema with its grant; through an owner’s proxy both are signed.

        id: The id of the object.
        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/organizations/{quoted(id)}/teams/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def create_token(
        self,
        body: CreateTokenBody,
    ) -> Reply[CreateTokenReply]:
        """An access and a refresh token for scripts."""
        return self._transport.send(
            "POST",
            "/api/token/",
            json=body,
            answer="json",
        )

    def decline_invitation(
        self,
        id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Decline an invitation.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/invitations/{quoted(id)}/decline/",
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def decrypt_records(
        self,
        body: list[DecryptRecordsBodyItem],
        *,
        partial: Literal["true", "false"] | None = None,
        expected_user: str | None = None,
    ) -> Reply[list[DecryptedRecord]]:
        """The same records, decrypted, in the same order. 422 when a value is damaged; with `partial` its field is named instead.

        partial: Answer from what can be read; `X-Unreadable-Records` counts the rest.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/records/decrypt/",
            query={"partial": partial},
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def decrypt_schema(
        self,
        body: DecryptSchemaBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[Schema]:
        """The names, types and bounds of a schema’s fields, if the caller’s keys match.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/schemas/decrypt/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def delete_dataset(
        self,
        id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Delete a dataset that holds no schema.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "DELETE",
            f"/api/datasets/{quoted(id)}/",
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def delete_grant(
        self,
        id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Delete a grant. The data owners’ grant and the last grant of a built-in team can’t be deleted.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "DELETE",
            f"/api/grants/{quoted(id)}/",
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def delete_invitation(
        self,
        id: str,
        invitation_id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Withdraw an invitation before it is accepted.

        id: The id of the object.
        invitation_id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "DELETE",
            f"/api/organizations/{quoted(id)}/invitations/{quoted(invitation_id)}/",
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def delete_record(
        self,
        id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Delete one record.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "DELETE",
            f"/api/records/{quoted(id)}/",
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def delete_records(
        self,
        *,
        id: str | list[str],
        schema: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Delete records of one schema, all of them or none; `id` may be given many times.

        id: The id of a record; may be given many times.
        schema: Their schema. Without it the service has to be asked, which cannot answer for a record whose stored copy is lost.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "DELETE",
            "/api/records/",
            query={"id": id, "schema": schema},
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def delete_schema(
        self,
        id: str,
        *,
        records: Literal["true"] | None = None,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Delete a schema that holds no records, or, for admins who are data owners too, with all it holds.

        id: The id of the object.
        records: Delete the schema with all records that it holds.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "DELETE",
            f"/api/schemas/{quoted(id)}/",
            query={"records": records},
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def delete_segment(
        self,
        id: str,
        *,
        schema: str,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Delete a segment that no manifest names.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "DELETE",
            f"/api/segments/{quoted(id)}/",
            query={"schema": schema},
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def delete_service_account(
        self,
        id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Close a service account for good; for admins. It leaves its teams, its tokens are refused and its uploads stay.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "DELETE",
            f"/api/service-accounts/{quoted(id)}/",
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def delete_team(
        self,
        id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Delete a team that was created later, with its grants; its members’ open requests are withdrawn. The three built-in teams stay.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "DELETE",
            f"/api/teams/{quoted(id)}/",
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def delete_upload(
        self,
        id: str,
        *,
        schema: str,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Delete every record of an upload. They disappear from all lists, searches and counts; the service deletes their rows in the background. Repeating the call answers 204 too.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "DELETE",
            f"/api/uploads/{quoted(id)}/",
            query={"schema": schema},
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def delete_view(
        self,
        id: str,
        view_id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Delete a saved view: for the person who created it, and for admins.

        id: The id of the object.
        view_id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "DELETE",
            f"/api/schemas/{quoted(id)}/views/{quoted(view_id)}/",
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def deny_request(
        self,
        id: str,
        body: DenyRequestBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[Request]:
        """Refuse an outstanding request, with or without a reason.

        id: The id of the object.
        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/requests/{quoted(id)}/deny/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def dismiss_access_notice(
        self,
        id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Hide the notice about the beginning of the signed list.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/schemas/{quoted(id)}/access/noticed/",
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def drop_override(
        self,
        key: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Delete a received key.

        key: `{schemaId}:{field}` or `{schemaId}:__query`.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "DELETE",
            f"/api/materials/overrides/{quoted(key)}/",
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def end_lease(
        self,
        schema: str,
        *,
        holder: str,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Release the lease of a compaction; the lease of another holder stays.

        schema: The id of the schema.
        holder: The holder that took the lease.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "DELETE",
            f"/api/manifests/{quoted(schema)}/lease/",
            query={"holder": holder},
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def end_other_sessions(
        self,
        *,
        expected_user: str | None = None,
    ) -> Reply[Detail]:
        """End all other sessions.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/accounts/sessions/end-others/",
            headers={"X-Expected-User": expected_user},
            answer="json",
        )

    def end_session(
        self,
        id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """End one session.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "DELETE",
            f"/api/accounts/sessions/{quoted(id)}/",
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def export_records(
        self,
        body: ExportRecordsBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[Iterator[ExportedRecord | SealedRecord]]:
        """All records that match every filter, in upload order, one in each line (NDJSON): decrypted, or sealed with `decrypt: false`. The export is recorded in the audit log before the first line. An answer that ends early is cut off by its connection; `after` continues it.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/records/export/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="lines",
        )

    def fulfill_request(
        self,
        id: str,
        *,
        body: FulfillRequestBody | None | None = None,
        expected_user: str | None = None,
    ) -> Reply[Material]:
        """Seal the key of one request; an identity that isn’t known here needs its fingerprint.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/requests/{quoted(id)}/fulfill/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def fulfill_requests(
        self,
        *,
        expected_user: str | None = None,
    ) -> Reply[list[Material]]:
        """Seal every requested key for a person whose identity is known and whose access is signed; other requests stay outstanding.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/requests/fulfill/",
            headers={"X-Expected-User": expected_user},
            answer="json",
        )

    def get_access(
        self,
        id: str,
    ) -> Reply[SchemaAccess]:
        """Who may have a schema’s keys, as its owners have signed, and what the service shows beyond that.

        id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/schemas/{quoted(id)}/access/",
            answer="json",
        )

    def get_api_description(
        self,
    ) -> Reply[ApiDescription]:
        """This API as an OpenAPI document."""
        return self._transport.send(
            "GET",
            "/api/schema/",
            answer="json",
        )

    def get_api_token(
        self,
        id: str,
        *,
        expand: list[Literal["user"]] | None = None,
    ) -> Reply[ApiToken]:
        """One of your API tokens, or one of a member of an organization of which you are an admin.

        id: The id of the object.
        expand: References to answer as objects instead of URLs.
        """
        return self._transport.send(
            "GET",
            f"/api/tokens/{quoted(id)}/",
            query={"expand": commas(expand)},
            answer="json",
        )

    def get_csrf(
        self,
    ) -> Reply[GetCsrfReply]:
        """A token for unsafe calls with a session cookie; also set as the cookie csrftoken."""
        return self._transport.send(
            "GET",
            "/api/csrf/",
            answer="json",
        )

    def get_dataset(
        self,
        id: str,
    ) -> Reply[Dataset]:
        """One dataset.

        id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/datasets/{quoted(id)}/",
            answer="json",
        )

    def get_dataset_by_slug(
        self,
        id: str,
        slug: str,
    ) -> Reply[Dataset]:
        """One dataset, by its slug.

        id: The id of the object.
        slug: The slug of the object, which is unique in its parent.
        """
        return self._transport.send(
            "GET",
            f"/api/organizations/{quoted(id)}/dataset/{quoted(slug)}/",
            answer="json",
        )

    def get_definition_job(
        self,
        id: str,
    ) -> Reply[DefinitionJob]:
        """The progress of the last change on this proxy that rebuilds a schema’s index.

        id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/schemas/{quoted(id)}/definition-job/",
            answer="json",
        )

    def get_grant(
        self,
        id: str,
    ) -> Reply[Grant]:
        """One grant.

        id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/grants/{quoted(id)}/",
            answer="json",
        )

    def get_health(
        self,
    ) -> Reply[GetHealthReply]:
        """Whether the service and its database work."""
        return self._transport.send(
            "GET",
            "/api/health/",
            answer="json",
        )

    def get_identity(
        self,
        id: str,
        *,
        expand: list[Literal["user"]] | None = None,
    ) -> Reply[Identity]:
        """An identity: your own, one whose request you may answer, or one that sealed a key for you.

        id: The id of the object.
        expand: References to answer as objects instead of URLs.
        """
        return self._transport.send(
            "GET",
            f"/api/identities/{quoted(id)}/",
            query={"expand": commas(expand)},
            answer="json",
        )

    def get_invitation(
        self,
        id: str,
        invitation_id: str,
    ) -> Reply[Invitation]:
        """One invitation that is not accepted yet; for admins.

        id: The id of the object.
        invitation_id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/organizations/{quoted(id)}/invitations/{quoted(invitation_id)}/",
            answer="json",
        )

    def get_job(
        self,
        id: str,
    ) -> Reply[Job]:
        """One upload job.

        id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/jobs/{quoted(id)}/",
            answer="json",
        )

    def get_keyring(
        self,
    ) -> Reply[Keyring]:
        """The state of your keyring."""
        return self._transport.send(
            "GET",
            "/api/keyring/",
            answer="json",
        )

    def get_manifest(
        self,
        schema: str,
        *,
        known: str | None = None,
    ) -> Reply[SignedManifest | GetManifestReply2]:
        """The schema’s current manifest, or the statement that it is unchanged if its MAC is `known`.

        schema: The id of the schema.
        known: The MAC of a manifest that the caller has: it is not sent again.
        """
        return self._transport.send(
            "GET",
            f"/api/manifests/{quoted(schema)}/",
            query={"known": known},
            answer="json",
        )

    def get_material(
        self,
        id: str,
        *,
        expand: list[Literal["request", "request.user", "request.schema", "request.identity", "request.identity.user", "uploaded_by", "uploaded_by.user"]] | None = None,
    ) -> Reply[Material]:
        """One key sealed for you.

        id: The id of the object.
        expand: References to answer as objects instead of URLs.
        """
        return self._transport.send(
            "GET",
            f"/api/materials/{quoted(id)}/",
            query={"expand": commas(expand)},
            answer="json",
        )

    def get_organization(
        self,
        id: str,
    ) -> Reply[Organization]:
        """One organization.

        id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/organizations/{quoted(id)}/",
            answer="json",
        )

    def get_organization_by_slug(
        self,
        slug: str,
    ) -> Reply[Organization]:
        """One organization, by its slug.

        slug: The slug of the object, which is unique in its parent.
        """
        return self._transport.send(
            "GET",
            f"/api/organizations/by-slug/{quoted(slug)}/",
            answer="json",
        )

    def get_organization_user(
        self,
        id: str,
        organization_user_id: str,
        *,
        expand: list[Literal["user"]] | None = None,
    ) -> Reply[OrganizationUser]:
        """One person of an organization.

        id: The id of the object.
        organization_user_id: The id of the object.
        expand: References to answer as objects instead of URLs.
        """
        return self._transport.send(
            "GET",
            f"/api/organizations/{quoted(id)}/users/{quoted(organization_user_id)}/",
            query={"expand": commas(expand)},
            answer="json",
        )

    def get_outbox_mail(
        self,
        id: str,
        *,
        token: str | None = None,
    ) -> Reply[OutboxMailText]:
        """One mail of the outbox with its text; under the same conditions as the list.

        id: The id of the object.
        token: The token that the service prints when it starts.
        """
        return self._transport.send(
            "GET",
            f"/api/outbox/{quoted(id)}/",
            query={"token": token},
            answer="json",
        )

    def get_own_invitation(
        self,
        id: str,
    ) -> Reply[OwnInvitation]:
        """An invitation that you can accept or decline.

        id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/invitations/{quoted(id)}/",
            answer="json",
        )

    def get_record(
        self,
        id: str,
    ) -> Reply[SealedRecord]:
        """One sealed record.

        id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/records/{quoted(id)}/",
            answer="json",
        )

    def get_request(
        self,
        id: str,
        *,
        expand: list[Literal["user", "schema", "identity", "identity.user"]] | None = None,
    ) -> Reply[Request]:
        """One request: yours, or one for a key that you may share.

        id: The id of the object.
        expand: References to answer as objects instead of URLs.
        """
        return self._transport.send(
            "GET",
            f"/api/requests/{quoted(id)}/",
            query={"expand": commas(expand)},
            answer="json",
        )

    def get_restored(
        self,
        id: str,
    ) -> Reply[RestoredState]:
        """Whether the service holds older content of a schema than this machine has seen, and who accepted it.

        id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/schemas/{quoted(id)}/restored/",
            answer="json",
        )

    def get_schema(
        self,
        id: str,
    ) -> Reply[Schema]:
        """One schema.

        id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/schemas/{quoted(id)}/",
            answer="json",
        )

    def get_schema_by_slug(
        self,
        id: str,
        slug: str,
    ) -> Reply[Schema]:
        """One schema, by its slug.

        id: The id of the object.
        slug: The slug of the object, which is unique in its parent.
        """
        return self._transport.send(
            "GET",
            f"/api/datasets/{quoted(id)}/schema/{quoted(slug)}/",
            answer="json",
        )

    def get_self(
        self,
        *,
        expand: list[Literal["organizations"]] | None = None,
    ) -> Reply[User]:
        """The signed-in user.

        expand: References to answer as objects instead of URLs.
        """
        return self._transport.send(
            "GET",
            "/api/users/self/",
            query={"expand": commas(expand)},
            answer="json",
        )

    def get_service_account(
        self,
        id: str,
    ) -> Reply[ServiceAccount]:
        """One service account.

        id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/service-accounts/{quoted(id)}/",
            answer="json",
        )

    def get_session(
        self,
    ) -> Reply[SessionEnd]:
        """When this session ends. This call doesn’t extend it; every other call does. 404 without a session."""
        return self._transport.send(
            "GET",
            "/api/accounts/session/",
            answer="json",
        )

    def get_session_by_id(
        self,
        id: str,
    ) -> Reply[Session]:
        """One of your sessions.

        id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/accounts/sessions/{quoted(id)}/",
            answer="json",
        )

    def get_status(
        self,
    ) -> Reply[Status]:
        """Whether the service answers, its contract version, and whether the call came through a proxy."""
        return self._transport.send(
            "GET",
            "/api/status/",
            answer="json",
        )

    def get_team(
        self,
        id: str,
        *,
        expand: list[Literal["members"]] | None = None,
    ) -> Reply[Team]:
        """One team.

        id: The id of the object.
        expand: References to answer as objects instead of URLs.
        """
        return self._transport.send(
            "GET",
            f"/api/teams/{quoted(id)}/",
            query={"expand": commas(expand)},
            answer="json",
        )

    def get_upload(
        self,
        id: str,
        *,
        schema: str,
    ) -> Reply[Upload]:
        """One upload; a deleted one has no records, and `removing` counts what is still to be removed.

        id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/uploads/{quoted(id)}/",
            query={"schema": schema},
            answer="json",
        )

    def get_user(
        self,
        id: str,
    ) -> Reply[MemberUser]:
        """Yourself, or a person of a shared organization, invited people included.

        id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/users/{quoted(id)}/",
            answer="json",
        )

    def get_user_by_name(
        self,
        name: str,
        *,
        expand: list[Literal["organizations"]] | None = None,
    ) -> Reply[User]:
        """A user of a shared organization, by e-mail address.

        name: The e-mail address of the user.
        expand: References to answer as objects instead of URLs.
        """
        return self._transport.send(
            "GET",
            f"/api/users/by_name/{quoted(name)}/",
            query={"expand": commas(expand)},
            answer="json",
        )

    def identity_keys(
        self,
        id: str,
    ) -> Reply[list[IdentityKey]]:
        """The keys that one of your identities has received or requested.

        id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/identities/{quoted(id)}/keys/",
            answer="json",
        )

    def ingest_records(
        self,
        body: list[IngestRecordsBodyItem],
        *,
        expected_user: str | None = None,
    ) -> Reply[list[SealedRecord]]:
        """Seal and store at most 100 plain records at once.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/records/ingest/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def leave_organization(
        self,
        id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Leave an organization and its teams; its owner can’t. Your uploads stay.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/organizations/{quoted(id)}/leave/",
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def list_access_log(
        self,
        id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> Reply[list[AccessEntry]]:
        """The signed list of who may have a schema’s keys, entry by entry. The service doesn’t verify signatures.

        id: The id of the object.
        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        """
        return self._transport.send(
            "GET",
            f"/api/schemas/{quoted(id)}/access-log/",
            query={"limit": limit, "offset": offset},
            answer="json",
        )

    def list_all_grants(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        id: str | None = None,
        schema: str | None = None,
        team: str | None = None,
    ) -> Reply[list[Grant]]:
        """The grants of the schemas of your organizations.

        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        id: Only items with this `id`.
        schema: Only items with this `schema`.
        team: Only items with this `team`.
        """
        return self._transport.send(
            "GET",
            "/api/grants/",
            query={"limit": limit, "offset": offset, "id": id, "schema": schema, "team": team},
            answer="json",
        )

    def list_api_tokens(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        organization: str | None = None,
        expand: list[Literal["user"]] | None = None,
    ) -> Reply[list[ApiToken]]:
        """Your API tokens that are not revoked, the newest first; with `organization`, those of all its members, for its admins.

        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        organization: Only items with this `organization`.
        expand: References to answer as objects instead of URLs.
        """
        return self._transport.send(
            "GET",
            "/api/tokens/",
            query={"limit": limit, "offset": offset, "organization": organization, "expand": commas(expand)},
            answer="json",
        )

    def list_audit_logs(
        self,
        id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        actor: str | None = None,
        action: Literal["create", "update", "delete", "access"] | None = None,
        model: str | None = None,
        object_id: str | None = None,
        expand: list[Literal["actor", "people"]] | None = None,
    ) -> Reply[list[AuditLogEntry]]:
        """What was done in an organization, newest first; for its admins.

        id: The id of the object.
        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        actor: Only items with this `actor`.
        action: Only items with this `action`.
        model: Only items with this `model`.
        object_id: Only items with this `object_id`.
        expand: References to answer as objects instead of URLs.
        """
        return self._transport.send(
            "GET",
            f"/api/organizations/{quoted(id)}/audit-logs/",
            query={"limit": limit, "offset": offset, "actor": actor, "action": action, "model": model, "object_id": object_id, "expand": commas(expand)},
            answer="json",
        )

    def list_datasets(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        id: str | None = None,
        organization: str | None = None,
        name: str | None = None,
        slug: str | None = None,
        expand: Literal["schema_count"] | None = None,
    ) -> Reply[list[Dataset]]:
        """The datasets of your organizations.

        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        id: Only items with this `id`.
        organization: Only items with this `organization`.
        name: Only items with this `name`.
        slug: Only items with this `slug`.
        expand: Only items with this `expand`.
        """
        return self._transport.send(
            "GET",
            "/api/datasets/",
            query={"limit": limit, "offset": offset, "id": id, "organization": organization, "name": name, "slug": slug, "expand": expand},
            answer="json",
        )

    def list_grants(
        self,
        id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        id_: str | None = None,
    ) -> Reply[list[Grant]]:
        """A schema’s grants, its data owners’ first.

        id: The id of the object.
        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        id_: Only items with this `id`.
        """
        return self._transport.send(
            "GET",
            f"/api/schemas/{quoted(id)}/grants/",
            query={"limit": limit, "offset": offset, "id": id_},
            answer="json",
        )

    def list_identities(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        id: str | None = None,
        expand: list[Literal["user"]] | None = None,
    ) -> Reply[list[Identity]]:
        """Your own identities, oldest first, revoked ones included.

        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        id: Only items with this `id`.
        expand: References to answer as objects instead of URLs.
        """
        return self._transport.send(
            "GET",
            "/api/identities/",
            query={"limit": limit, "offset": offset, "id": id, "expand": commas(expand)},
            answer="json",
        )

    def list_invitations(
        self,
        id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> Reply[list[Invitation]]:
        """The invitations that are not accepted yet, the last sent first; for admins.

        id: The id of the object.
        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        """
        return self._transport.send(
            "GET",
            f"/api/organizations/{quoted(id)}/invitations/",
            query={"limit": limit, "offset": offset},
            answer="json",
        )

    def list_jobs(
        self,
        *,
        schema: str | None = None,
        key: str | None = None,
    ) -> Reply[list[Job]]:
        """Your upload jobs on this machine, newest first.

        schema: Only uploads to this schema.
        key: Only the job whose upload had this `Idempotency-Key`.
        """
        return self._transport.send(
            "GET",
            "/api/jobs/",
            query={"schema": schema, "key": key},
            answer="json",
        )

    def list_materials(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        id: str | None = None,
        proofed: Literal["true", "false"] | None = None,
        expand: list[Literal["request", "request.user", "request.schema", "request.identity", "request.identity.user", "uploaded_by", "uploaded_by.user"]] | None = None,
    ) -> Reply[list[Material]]:
        """The keys sealed for you; with proofed=false, those that have not arrived yet.

        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        id: Only items with this `id`.
        proofed: Only items with this `proofed`.
        expand: References to answer as objects instead of URLs.
        """
        return self._transport.send(
            "GET",
            "/api/materials/",
            query={"limit": limit, "offset": offset, "id": id, "proofed": proofed, "expand": commas(expand)},
            answer="json",
        )

    def list_organization_users(
        self,
        id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        expand: list[Literal["user"]] | None = None,
        has_identity: Literal["true", "false"] | None = None,
        user: str | None = None,
        id_: str | None = None,
        email: str | None = None,
    ) -> Reply[list[OrganizationUser]]:
        """The people of an organization; with has_identity=true, those who can receive keys.

        id: The id of the object.
        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        expand: References to answer as objects instead of URLs.
        has_identity: Whether the people can receive keys.
        user: Only items with this `user`.
        id_: Only items with this `id`.
        email: Only items with this `email`.
        """
        return self._transport.send(
            "GET",
            f"/api/organizations/{quoted(id)}/users/",
            query={"limit": limit, "offset": offset, "expand": commas(expand), "has_identity": has_identity, "user": user, "id": id_, "email": email},
            answer="json",
        )

    def list_organizations(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        id: str | None = None,
        name: str | None = None,
        slug: str | None = None,
    ) -> Reply[list[Organization]]:
        """Your organizations.

        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        id: Only items with this `id`.
        name: Only items with this `name`.
        slug: Only items with this `slug`.
        """
        return self._transport.send(
            "GET",
            "/api/organizations/",
            query={"limit": limit, "offset": offset, "id": id, "name": name, "slug": slug},
            answer="json",
        )

    def list_outbox(
        self,
        *,
        token: str | None = None,
    ) -> Reply[list[OutboxMail]]:
        """The latest mails of a machine without a mail server, newest first, without their texts. 403 without the token that is printed at the start; 404 if mails are sent, and on other machines.

        token: The token that the service prints when it starts.
        """
        return self._transport.send(
            "GET",
            "/api/outbox/",
            query={"token": token},
            answer="json",
        )

    def list_overrides(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> Reply[list[str]]:
        """The received keys, as this proxy’s keyring names them.

        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        """
        return self._transport.send(
            "GET",
            "/api/materials/overrides/",
            query={"limit": limit, "offset": offset},
            answer="json",
        )

    def list_own_invitations(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> Reply[list[OwnInvitation]]:
        """The invitations that you can accept or decline, the last sent first.

        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        """
        return self._transport.send(
            "GET",
            "/api/invitations/",
            query={"limit": limit, "offset": offset},
            answer="json",
        )

    def list_records(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        schema: str,
        count_only: Literal["true", "false"] | None = None,
        skip_count: Literal["true", "false"] | None = None,
        partial: Literal["true", "false"] | None = None,
        query: str | None = None,
    ) -> Reply[list[SealedRecord] | ListRecordsReply2]:
        """A schema’s sealed records in upload order; with count_only, just their number.

        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        schema: Only items with this `schema`.
        count_only: Answer the number of records alone.
        skip_count: Don’t count the records: the answer has no `X-Total-Count`.
        partial: Answer from what can be read; `X-Unreadable-Records` counts the rest.
        query: The search that `X-Query` names. Only the proxy knows it.
        """
        return self._transport.send(
            "GET",
            "/api/records/",
            query={"limit": limit, "offset": offset, "schema": schema, "count_only": count_only, "skip_count": skip_count, "partial": partial, "query": query},
            answer="json",
        )

    def list_request_statuses(
        self,
    ) -> Reply[list[RequestStatus]]:
        """For each outstanding request: whether its device is known here, and whether owners have signed that its person may have the key."""
        return self._transport.send(
            "GET",
            "/api/requests/statuses/",
            answer="json",
        )

    def list_requests(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        shared: Literal["true", "false"] | None = None,
        id: str | None = None,
        schema: str | None = None,
        user: str | None = None,
        field_name: str | None = None,
        fulfilled: Literal["true", "false"] | None = None,
        received: Literal["true", "false"] | None = None,
        expired: Literal["true", "false"] | None = None,
        expand: list[Literal["user", "schema", "identity", "identity.user"]] | None = None,
    ) -> Reply[list[Request]]:
        """The requests for keys that you may share; with shared=false, those that are outstanding.

        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        shared: `false`: only outstanding requests.
        id: Only items with this `id`.
        schema: Only items with this `schema`.
        user: Only items with this `user`.
        field_name: Only items with this `field_name`.
        fulfilled: Only items with this `fulfilled`.
        received: Only items with this `received`.
        expired: Only items with this `expired`.
        expand: References to answer as objects instead of URLs.
        """
        return self._transport.send(
            "GET",
            "/api/requests/",
            query={"limit": limit, "offset": offset, "shared": shared, "id": id, "schema": schema, "user": user, "field_name": field_name, "fulfilled": fulfilled, "received": received, "expired": expired, "expand": commas(expand)},
            answer="json",
        )

    def list_schema_removals(
        self,
        id: str,
    ) -> Reply[list[SchemaRemoval]]:
        """The deleted schemas of an organization whose records are still being removed, the oldest first; for its admins.

        id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/organizations/{quoted(id)}/schema-removals/",
            answer="json",
        )

    def list_schema_teams(
        self,
        id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        id_: str | None = None,
        name: str | None = None,
        slug: str | None = None,
        expand: list[Literal["members"]] | None = None,
    ) -> Reply[list[Team]]:
        """A schema’s teams, its data owners first.

        id: The id of the object.
        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        id_: Only items with this `id`.
        name: Only items with this `name`.
        slug: Only items with this `slug`.
        expand: References to answer as objects instead of URLs.
        """
        return self._transport.send(
            "GET",
            f"/api/schemas/{quoted(id)}/teams/",
            query={"limit": limit, "offset": offset, "id": id_, "name": name, "slug": slug, "expand": commas(expand)},
            answer="json",
        )

    def list_schemas(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        id: str | None = None,
        dataset: str | None = None,
        organization: str | None = None,
        name: str | None = None,
        slug: str | None = None,
    ) -> Reply[list[ListedSchema]]:
        """The schemas of your datasets.

        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        id: Only items with this `id`.
        dataset: Only items with this `dataset`.
        organization: Only items with this `organization`.
        name: Only items with this `name`.
        slug: Only items with this `slug`.
        """
        return self._transport.send(
            "GET",
            "/api/schemas/",
            query={"limit": limit, "offset": offset, "id": id, "dataset": dataset, "organization": organization, "name": name, "slug": slug},
            answer="json",
        )

    def list_sealed_views(
        self,
        id: str,
    ) -> Reply[list[SealedView]]:
        """The saved views of a schema, sealed, the oldest first; for all who may search it. A schema has at most 100.

        id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/schemas/{quoted(id)}/sealed-views/",
            answer="json",
        )

    def list_service_accounts(
        self,
        id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> Reply[list[ServiceAccount]]:
        """An organization’s service accounts, oldest first.

        id: The id of the object.
        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        """
        return self._transport.send(
            "GET",
            f"/api/organizations/{quoted(id)}/service-accounts/",
            query={"limit": limit, "offset": offset},
            answer="json",
        )

    def list_sessions(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> Reply[list[Session]]:
        """Your sessions, the last seen first.

        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        """
        return self._transport.send(
            "GET",
            "/api/accounts/sessions/",
            query={"limit": limit, "offset": offset},
            answer="json",
        )

    def list_stale_groups(
        self,
        *,
        schema: str,
    ) -> Reply[list[StaleGroup]]:
        """Groups of a schema that still have the values of deleted records, the oldest first, at most 1,000. A data owner’s proxy seals them again without these."""
        return self._transport.send(
            "GET",
            "/api/groups/stale/",
            query={"schema": schema},
            answer="json",
        )

    def list_teams(
        self,
        id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        id_: str | None = None,
        name: str | None = None,
        slug: str | None = None,
        expand: list[Literal["members"]] | None = None,
        schema: str | None = None,
    ) -> Reply[list[Team]]:
        """An organization’s teams.

        id: The id of the object.
        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        id_: Only items with this `id`.
        name: Only items with this `name`.
        slug: Only items with this `slug`.
        expand: References to answer as objects instead of URLs.
        schema: Only items with this `schema`.
        """
        return self._transport.send(
            "GET",
            f"/api/organizations/{quoted(id)}/teams/",
            query={"limit": limit, "offset": offset, "id": id_, "name": name, "slug": slug, "expand": commas(expand), "schema": schema},
            answer="json",
        )

    def list_uploaded(
        self,
        *,
        schema: str,
        fingerprint: str,
    ) -> Reply[list[CompletedUpload]]:
        """Your complete uploads of this file into a schema on this machine, newest first.

        fingerprint: The fingerprint that the upload sent as `X-File-Fingerprint`.
        """
        return self._transport.send(
            "GET",
            "/api/jobs/uploaded/",
            query={"schema": schema, "fingerprint": fingerprint},
            answer="json",
        )

    def list_uploads(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        schema: str,
    ) -> Reply[list[Upload]]:
        """A schema’s uploads that hold records or are being deleted, newest first; for its data owners.

        limit: The largest number of items that a page may have.
        offset: How many items precede the page.
        schema: Only items with this `schema`.
        """
        return self._transport.send(
            "GET",
            "/api/uploads/",
            query={"limit": limit, "offset": offset, "schema": schema},
            answer="json",
        )

    def list_views(
        self,
        id: str,
    ) -> Reply[list[OpenedView]]:
        """The saved views of a schema, opened with its query key, the oldest first.

        id: The id of the object.
        """
        return self._transport.send(
            "GET",
            f"/api/schemas/{quoted(id)}/views/",
            answer="json",
        )

    def lock_keyring(
        self,
        *,
        expected_user: str | None = None,
    ) -> Reply[Keyring]:
        """Lock a keyring that has its own passphrase.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/keyring/lock/",
            headers={"X-Expected-User": expected_user},
            answer="json",
        )

    def login(
        self,
        body: LoginBody,
    ) -> Reply[Detail]:
        """Start a session."""
        return self._transport.send(
            "POST",
            "/api/accounts/login/",
            json=body,
            answer="json",
        )

    def logout(
        self,
    ) -> Reply[Detail]:
        """End the session on the server and tell the browser to forget this site."""
        return self._transport.send(
            "POST",
            "/api/accounts/logout/",
            answer="json",
        )

    def note_export(
        self,
        id: str,
        body: Export,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Record an export of a schema’s records in the audit log, before it begins.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/schemas/{quoted(id)}/exports/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="nothing",
        )

    def patch_dataset(
        self,
        id: str,
        body: PatchDatasetBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[Dataset]:
        """Rename or describe a dataset.

        id: The id of the object.
        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "PATCH",
            f"/api/datasets/{quoted(id)}/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def patch_grant(
        self,
        id: str,
        grant_id: str,
        body: PatchGrantBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[Grant]:
        """Set the fields that a team may decrypt; a reduction takes effect at once.

        id: The id of the object.
        grant_id: The id of the object.
        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "PATCH",
            f"/api/schemas/{quoted(id)}/grants/{quoted(grant_id)}/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def patch_organization_user(
        self,
        id: str,
        organization_user_id: str,
        body: PatchOrganizationUserBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[OrganizationUser]:
        """Make a person an admin, or a plain member again.

        id: The id of the object.
        organization_user_id: The id of the object.
        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "PATCH",
            f"/api/organizations/{quoted(id)}/users/{quoted(organization_user_id)}/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def patch_profile(
        self,
        body: ProfileBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[PatchProfileReply]:
        """Change your own name.

        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "PATCH",
            "/api/accounts/profile/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def patch_schema(
        self,
        id: str,
        body: PatchSchemaBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[Schema]:
        """Rename or describe a schema, or change its definition. While it has records, limits can only become wider and fields can be added. Through the proxy the change is signed, the index is rebuilt if the change requires it, and new fields renew the schema’s keys; the answer comes when that is done. A repeated call waits for the same change.

        id: The id of the object.
        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "PATCH",
            f"/api/schemas/{quoted(id)}/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def patch_service_account(
        self,
        id: str,
        body: PatchServiceAccountBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[ServiceAccount]:
        """Rename a service account; for admins.

        id: The id of the object.
        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "PATCH",
            f"/api/service-accounts/{quoted(id)}/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def patch_team(
        self,
        id: str,
        body: PatchTeamBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[Team]:
        """Rename a team; through an owner’s proxy the name is signed.

        id: The id of the object.
        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "PATCH",
            f"/api/teams/{quoted(id)}/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def prove_material(
        self,
        id: str,
        body: ProveMaterialBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Prove that the key of a material arrived, with the proof that its sender stored.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/materials/{quoted(id)}/proof/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="nothing",
        )

    def publish_manifest(
        self,
        schema: str,
        body: PublishManifestBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[SignedManifest]:
        """Replace the manifest of the previous version; 409 with the current one after a concurrent change.

        schema: The id of the schema.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/manifests/{quoted(schema)}/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def put_key_checks(
        self,
        id: str,
        body: PutKeyChecksBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[Schema]:
        """Store the commitments to a schema’s first keys, for its creator, once; or to the next generation of keys, for those who may share keys. Fields are added with a new generation of keys.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "PUT",
            f"/api/schemas/{quoted(id)}/key-checks/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def put_organization(
        self,
        id: str,
        body: PutOrganizationBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[Organization]:
        """Rename an organization, or move it to another subdomain.

        id: The id of the object.
        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "PUT",
            f"/api/organizations/{quoted(id)}/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def put_sealed_view(
        self,
        id: str,
        view_id: str,
        body: PutSealedViewBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[SealedView]:
        """Store a sealed view under an id of the caller’s, or its next version.

        id: The id of the object.
        view_id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "PUT",
            f"/api/schemas/{quoted(id)}/sealed-views/{quoted(view_id)}/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def put_segment(
        self,
        id: str,
        body: RawBody,
        *,
        schema: str,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Store one sealed segment; the same one twice is stored once. It stays invisible until a manifest names it.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "PUT",
            f"/api/segments/{quoted(id)}/",
            query={"schema": schema},
            headers={"X-Expected-User": expected_user},
            raw=body,
            content_type="application/octet-stream",
            answer="nothing",
        )

    def put_team(
        self,
        id: str,
        team_id: str,
        body: PutTeamBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[Team]:
        """Replace a team’s name and members; through an owner’s proxy the change is signed.

        id: The id of the object.
        team_id: The id of the object.
        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "PUT",
            f"/api/organizations/{quoted(id)}/teams/{quoted(team_id)}/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def put_view(
        self,
        id: str,
        view_id: str,
        body: PutViewBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[OpenedView]:
        """Save a view under an id of the caller’s, or its next version. The same view and version sent again are answered as the first time.

        id: The id of the object.
        view_id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "PUT",
            f"/api/schemas/{quoted(id)}/views/{quoted(view_id)}/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def read_blocks(
        self,
        body: ReadBlocksBody,
    ) -> Reply[bytes]:
        """Sealed index blocks of 1,024 bytes each, concatenated, in the order of the request. Labels are concatenated too, in base64."""
        return self._transport.send(
            "POST",
            "/api/blocks/read/",
            json=body,
            answer="bytes",
        )

    def read_groups(
        self,
        body: ReadGroupsBody,
    ) -> Reply[bytes]:
        """Groups of sealed records, by upload and number of the group. The answer is a list of parts, each with its length (4 bytes, big-endian) and its bytes: first JSON with owner and time of the uploads, then the groups; a lost one is empty. A long answer has only the first groups: ask again for the others. 404 when no record of a group is published, 412 when the state differs from the expected one."""
        return self._transport.send(
            "POST",
            "/api/groups/read/",
            json=body,
            answer="bytes",
        )

    def read_manifest_parts(
        self,
        schema: str,
        body: ReadManifestPartsBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[bytes]:
        """Parts of a schema’s manifest by their hashes: for each its length (4 bytes, big-endian) and its bytes. A long answer has only the first of them: ask again for the others. 404 when one is missing.

        schema: The id of the schema.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/manifests/{quoted(schema)}/parts/read/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="bytes",
        )

    def read_records(
        self,
        body: ReadRecordsBody,
    ) -> Reply[list[SealedRecord]]:
        """Sealed records by upload and number, in the order of the request. 404 when one is missing; with `partial` the others are returned."""
        return self._transport.send(
            "POST",
            "/api/records/read/",
            json=body,
            answer="json",
        )

    def read_segments(
        self,
        body: ReadSegmentsBody,
    ) -> Reply[list[str]]:
        """Sealed headers, in the order of the request, in base64."""
        return self._transport.send(
            "POST",
            "/api/segments/read/",
            json=body,
            answer="json",
        )

    def receive_material(
        self,
        id: str,
        *,
        body: ReceiveMaterialBody | None | None = None,
        expected_user: str | None = None,
    ) -> Reply[list[ReceivedKey]]:
        """Open one key sealed for this device, check it, and store it in the keyring; a sender who isn’t known here needs their fingerprint.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/materials/{quoted(id)}/receive/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def receive_materials(
        self,
        *,
        expected_user: str | None = None,
    ) -> Reply[list[ReceivedKey]]:
        """Open every key sealed for this device, check it, and store it in the keyring.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/materials/receive/",
            headers={"X-Expected-User": expected_user},
            answer="json",
        )

    def refresh_token(
        self,
        body: RefreshTokenBody,
    ) -> Reply[RefreshTokenReply]:
        """A new access token for a refresh token."""
        return self._transport.send(
            "POST",
            "/api/token/refresh/",
            json=body,
            answer="json",
        )

    def register(
        self,
        body: RegisterBody,
    ) -> Reply[RegisterReply]:
        """Create an account, and an organization if one is named; mails the activation link."""
        return self._transport.send(
            "POST",
            "/api/accounts/register/",
            json=body,
            answer="json",
        )

    def register_identity(
        self,
        body: RegisterIdentityBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[Identity]:
        """Register a device’s public keys; repeating the call with the same device and keys returns the same identity.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/identities/register/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def remove_member(
        self,
        id: str,
        team_id: str,
        body: RemoveMemberBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Remove a person, by user id or organization user id.

        id: The id of the object.
        team_id: The id of the object.
        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/organizations/{quoted(id)}/teams/{quoted(team_id)}/remove_member/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="nothing",
        )

    def remove_organization_user(
        self,
        id: str,
        organization_user_id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Remove a person from an organization and its teams; a pending invitation is withdrawn. Their uploads stay.

        id: The id of the object.
        organization_user_id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "DELETE",
            f"/api/organizations/{quoted(id)}/users/{quoted(organization_user_id)}/",
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def replace_group(
        self,
        body: RawBody,
        *,
        schema: str,
        upload: str,
        number: float,
        replaces: str,
        version: int,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Replace a group that has values of deleted records by one without them. Repeating it succeeds; 409 if the stored group or the deleted records have changed.

        number: The number of the group in its upload.
        replaces: SHA-256 of the replaced bytes, in hex.
        version: The version of the manifest that names the group’s remaining records.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "PUT",
            "/api/groups/",
            query={"schema": schema, "upload": upload, "number": number, "replaces": replaces, "version": version},
            headers={"X-Expected-User": expected_user},
            raw=body,
            content_type="application/octet-stream",
            answer="nothing",
        )

    def replace_record(
        self,
        id: str,
        body: ReplaceRecordBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
        if_match: str | None = None,
    ) -> Reply[SealedRecord]:
        """Replace all values of a record. Its id stays; searches find the new values at once.

        id: The id of the object.
        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        if_match: The `ETag` of the version to change, or several. Another version is answered 412.
        """
        return self._transport.send(
            "PUT",
            f"/api/records/{quoted(id)}/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user, "If-Match": if_match},
            json=body,
            answer="json",
        )

    def request_keys(
        self,
        body: RequestKeysBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[list[Request]]:
        """Request the keys of a schema that your grants name, for a device that lacks them; expired requests are renewed.

        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/requests/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def reset_password(
        self,
        body: ResetPasswordBody,
    ) -> Reply[Detail]:
        """Choose a new password by a link: within 60 minutes, once. Every session ends."""
        return self._transport.send(
            "POST",
            "/api/accounts/reset-password/",
            json=body,
            answer="json",
        )

    def restore_keyring(
        self,
        body: RestoreKeyringBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[Keyring]:
        """Restore keys from their 24 words: creates a missing keyring, or merges into the present one.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/keyring/restore/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def revoke_api_token(
        self,
        id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Revoke an API token of yours, or of a member of an organization of which you are an admin. Calls with it are refused from then on.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "DELETE",
            f"/api/tokens/{quoted(id)}/",
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def revoke_identity(
        self,
        id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[Identity]:
        """Revoke one of your identities: its requests and the keys sealed for it are deleted.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "DELETE",
            f"/api/identities/{quoted(id)}/",
            headers={"X-Expected-User": expected_user},
            answer="json",
        )

    def rotate_keys(
        self,
        id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[Schema]:
        """Begin a new generation of a schema’s keys, derived from the caller’s seed; all other people have to receive them. Stored records are not changed.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/schemas/{quoted(id)}/rotate/",
            headers={"X-Expected-User": expected_user},
            answer="json",
        )

    def search_records(
        self,
        body: SearchBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[list[SealedRecord | SearchRecordsReplyItem2]]:
        """Sealed records that match every filter, in upload order; or one aggregate over them.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/records/search/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def see_job(
        self,
        id: str,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Mark the end of an upload job as seen. 409 while it is running.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/jobs/{quoted(id)}/seen/",
            headers={"X-Expected-User": expected_user},
            answer="nothing",
        )

    def send_reset_link(
        self,
        body: SendResetLinkBody,
    ) -> Reply[Detail]:
        """Mail a link to choose a new password; the answer is the same for any address."""
        return self._transport.send(
            "POST",
            "/api/accounts/send-reset-password-link/",
            json=body,
            answer="json",
        )

    def set_passphrase(
        self,
        body: SetPassphraseBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[Keyring]:
        """Set or change the keyring’s own passphrase.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "PUT",
            "/api/keyring/passphrase/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def show_phrase(
        self,
        *,
        expected_user: str | None = None,
    ) -> Reply[ShowPhraseReply]:
        """The recovery words of the keyring, one set at a time, until each is confirmed or waived.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/keyring/phrase/",
            headers={"X-Expected-User": expected_user},
            answer="json",
        )

    def sign_in_with_provider(
        self,
        body: SignInWithProviderBody,
    ) -> Reply[Detail]:
        """Start a session with an id token of Google; a new person gets an account. A nonce in the token must be the SHA-256 of csrfToken in base64url. 404 where it isn’t configured, 503 when the provider’s keys can’t be fetched."""
        return self._transport.send(
            "POST",
            "/api/allauth/browser/v1/auth/provider/token",
            json=body,
            answer="json",
        )

    def take_lease(
        self,
        schema: str,
        body: TakeLeaseBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[None]:
        """Take or renew the lease of a compaction; 409 while another proxy holds it. It avoids duplicate work and is not needed for correctness.

        schema: The id of the schema.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/manifests/{quoted(schema)}/lease/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="nothing",
        )

    def trust_access(
        self,
        id: str,
        body: TrustAccessBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[SchemaAccess]:
        """Accept a schema’s signed list after comparing the words of the person who began it.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/schemas/{quoted(id)}/access/trust/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def trust_restored(
        self,
        id: str,
        body: TrustRestoredBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[RestoredState]:
        """Accept an epoch of a signer who was unknown here, after comparing the eight words of their fingerprint.

        id: The id of the object.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            f"/api/schemas/{quoted(id)}/restored/trust/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def unlock_keyring(
        self,
        body: UnlockKeyringBody,
        *,
        expected_user: str | None = None,
    ) -> Reply[Keyring]:
        """Open a locked keyring.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/keyring/unlock/",
            headers={"X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def update_record(
        self,
        id: str,
        body: UpdateRecordBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
        if_match: str | None = None,
    ) -> Reply[SealedRecord]:
        """Change some values of a record: fields that are not named keep theirs, null removes one. An API token needs `read` as well.

        id: The id of the object.
        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        if_match: The `ETag` of the version to change, or several. Another version is answered 412.
        """
        return self._transport.send(
            "PATCH",
            f"/api/records/{quoted(id)}/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user, "If-Match": if_match},
            json=body,
            answer="json",
        )

    def upload_job(
        self,
        body: RawBody,
        *,
        content_type: Literal["application/json", "application/x-ndjson", "text/csv", "text/tab-separated-values"],
        encoding: Literal["utf-8", "windows-1252", "utf-16le", "utf-16be", "iso-8859-2", "iso-8859-7", "windows-1251"] | None = None,
        delimiter: Literal[",", ";", "\t", "|"] | None = None,
        rows: Literal["all", "good"] | None = None,
        links: Literal["check", "ignore"] | None = None,
        schema: str | None = None,
        duplicate: Literal["allow"] | None = None,
        expected_user: str | None = None,
        idempotency_key: str | None = None,
        batch_size: int | None = None,
        file_fingerprint: str | None = None,
        keep_until_seen: Literal["true", "false"] | None = None,
    ) -> Reply[UploadJobReply]:
        """Upload a CSV, TSV, JSON or newline-delimited JSON body of any size. Status and headers, with the job’s id, are sent when receiving begins; the answer ends when the last byte has arrived. The job reports whether the rows are valid and stored. The same `Idempotency-Key` is always answered with its first job; without one, so is an identical body within ten minutes, unless `duplicate=allow`.

        encoding: The encoding of the file; UTF-8 by default.
        delimiter: Separates the columns of a CSV file; by default a comma.
        rows: `all`: nothing is stored unless all rows are valid. `good`: the valid rows are stored.
        links: `check`: a row that names another schema is not valid. `ignore`: all rows are stored in the schema of the call.
        schema: The schema of the records; by default the one that the first row names.
        duplicate: Stores an identical body a second time.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        batch_size: How many records the job counts as one batch.
        file_fingerprint: A fingerprint of the file, by which a later upload of the same file is recognised.
        keep_until_seen: Keeps the ended job until it is marked as seen.
        """
        return self._transport.send(
            "POST",
            "/api/jobs/upload/",
            query={"encoding": encoding, "delimiter": delimiter, "rows": rows, "links": links, "schema": schema, "duplicate": duplicate},
            headers={"X-Expected-User": expected_user, "Idempotency-Key": idempotency_key, "X-Batch-Size": batch_size, "X-File-Fingerprint": file_fingerprint, "X-Keep-Until-Seen": keep_until_seen},
            raw=body,
            content_type=content_type,
            answer="json",
        )

    def upload_material(
        self,
        body: UploadMaterialBody,
        *,
        idempotency_key: str | None = None,
        expected_user: str | None = None,
    ) -> Reply[Material]:
        """Send a key, sealed for the identity that an outstanding request names.

        idempotency_key: Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.
        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/materials/",
            headers={"Idempotency-Key": idempotency_key, "X-Expected-User": expected_user},
            json=body,
            answer="json",
        )

    def verify_registration(
        self,
        body: VerifyRegistrationBody,
    ) -> Reply[Detail]:
        """Activate an account by its link: within 7 days, once."""
        return self._transport.send(
            "POST",
            "/api/accounts/verify-registration/",
            json=body,
            answer="json",
        )

    def verify_token(
        self,
        body: VerifyTokenBody,
    ) -> Reply[dict[str, Any]]:
        """Whether a token is valid now."""
        return self._transport.send(
            "POST",
            "/api/token/verify/",
            json=body,
            answer="json",
        )

    def waive_phrase(
        self,
        *,
        expected_user: str | None = None,
    ) -> Reply[Keyring]:
        """Waive the recovery words: if the keyring is lost, so is what only it can decrypt.

        expected_user: The id of the user that the call is meant for. 409 if another one is signed in.
        """
        return self._transport.send(
            "POST",
            "/api/keyring/phrase/waive/",
            headers={"X-Expected-User": expected_user},
            answer="json",
        )
