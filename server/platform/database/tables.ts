import type { Language } from '#contract/languages.ts';
import type { Role } from '#contract/roles.ts';
import type { AustralianState } from '#contract/states.ts';
import type { ArtistTables } from './artist-tables.ts';
import type { BackupTables } from './backup-tables.ts';
import type { CartTables, CatalogRevisionTable, HoldTables, ListingsTable } from './catalog-tables.ts';
import type { CataloguePaperTables } from './catalogue-paper-tables.ts';
import type { CertificateTables } from './certificate-tables.ts';
import type { CloseLookTables } from './close-look-tables.ts';
import type { ConditionTables } from './condition-tables.ts';
import type { FailedWorkTables } from './failed-work-tables.ts';
import type { Flag } from './flag.ts';
import type { FulfilmentTables } from './fulfilment-tables.ts';
import type { ImportTables } from './import-tables.ts';
import type { IntakeTables } from './intake-tables.ts';
import type { Json } from './json.ts';
import type { LightTables } from './light-tables.ts';
import type { MailTables } from './mail-tables.ts';
import type { Milliseconds } from './milliseconds.ts';
import type { OrderTables } from './order-tables.ts';
import type {
  BankRowsTable,
  PaymentAttemptsTable,
  PaymentDisputesTable,
  PaymentEventsTable,
  PaymentsTable,
  PaymentTasksTable,
  ReceiptsTable,
  ReconciliationTables,
  TransfersTable,
} from './payment-tables.ts';
import type { PrivateTables } from './private-tables.ts';
import type { ProvenanceTables } from './provenance-tables.ts';
import type { ReturnTables } from './return-tables.ts';
import type { ScanTables } from './scan-tables.ts';
import type { SearchTables } from './search-tables.ts';
import type {
  AuthenticatorAppsTable,
  PasskeysTable,
  RecoveryCodesTable,
  SecondFactorRuleTable,
  SignInChallengesTable,
} from './second-factor-tables.ts';
import type { SubscriptionTables } from './subscription-tables.ts';
import type { TranslationTables } from './translation-tables.ts';
import type { VisitTables } from './visit-tables.ts';
import type { WaitingTables } from './waiting-tables.ts';

/**
 * All tables, each below the one feature that writes it. Ids are text, money is integer cents, times are epoch milliseconds,
 * flags are 0 or 1, and JSON is stored as text, so that both engines store the same values.
 */
export interface Tables
  extends ReconciliationTables,
    BackupTables,
    CataloguePaperTables,
    CertificateTables,
    CloseLookTables,
    ConditionTables,
    ArtistTables,
    FailedWorkTables,
    FulfilmentTables,
    HoldTables,
    IntakeTables,
    CartTables,
    TranslationTables,
    ImportTables,
    LightTables,
    MailTables,
    OrderTables,
    PrivateTables,
    ProvenanceTables,
    ReturnTables,
    ScanTables,
    SearchTables,
    SubscriptionTables,
    VisitTables,
    WaitingTables {
  // attempts/
  sign_in_failures: SignInFailuresTable;
  // accounts/
  users: UsersTable;
  sessions: SessionsTable;
  account_links: AccountLinksTable;
  staff_invitations: StaffInvitationsTable;
  card_key: CardKeyTable;
  authenticator_apps: AuthenticatorAppsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  sign_in_challenges: SignInChallengesTable;
  second_factor_rule: SecondFactorRuleTable;
  // settings/
  settings: SettingsTable;
  // home/
  home_drafts: HomeDraftsTable;
  // media/
  pictures: PicturesTable;
  shop_logo: ShopLogoTable;
  // catalog/
  listings: ListingsTable;
  catalog_revision: CatalogRevisionTable;
  // payments/
  payments: PaymentsTable;
  payment_attempts: PaymentAttemptsTable;
  payment_events: PaymentEventsTable;
  payment_tasks: PaymentTasksTable;
  payment_disputes: PaymentDisputesTable;
  // transfers/
  transfers: TransfersTable;
  receipts: ReceiptsTable;
  // bank/
  bank_rows: BankRowsTable;
  // enquiries/
  enquiries: EnquiriesTable;
  enquiry_replies: EnquiryRepliesTable;
  // audit/
  audit_entries: AuditEntriesTable;
}

/** One row. */
export interface CardKeyTable {
  id: 1;
  /** Id of the key that encrypts new card data (card-keys.ts); empty before the first start. */
  key_id: string;
}

export interface UsersTable {
  id: string;
  name: string;
  name_folded: string;
  email: string;
  email_folded: string;
  phone: string;
  /** Null for customers. */
  role: Role | null;
  /** Whether the person sets prices as staff. Owners always do. */
  may_set_prices: Flag;
  /** Encoded argon2id hash. Empty if nobody can sign in to the account, as for demo customers. */
  password_hash: string;
  activity_score: number;
  last_seen_at: Milliseconds;
  created_at: Milliseconds;
  delivery_address: string;
  delivery_city: string;
  delivery_state: AustralianState;
  delivery_postcode: string;
  same_as_delivery: Flag;
  billing_address: string;
  billing_city: string;
  billing_state: AustralianState;
  billing_postcode: string;
  card_name: string;
  paypal_email: string;
  /** Ciphertexts of the card fields, base64; empty if none is stored. */
  card_number_sealed: string;
  card_cvc_sealed: string;
  card_expiry_sealed: string;
  bpay_number_sealed: string;
  bpay_ref_sealed: string;
  is_demo: Flag;
  /** When the owner of the address confirmed it; null if nobody has, or since the address changed. */
  email_confirmed_at: Milliseconds | null;
  /** When an admin blocked the account; null while it is not blocked. */
  blocked_at: Milliseconds | null;
  /** The reason that the admin gave for the block; null without a block or a reason. */
  block_reason: string | null;
  /** The language of the pages on which the user last registered or signed in. */
  language: Language;
  /** How often a second factor was added or removed. Part of the marks of known devices, so that each change ends them. */
  factor_changes: number;
}

export interface SessionsTable {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  id: string;
  user_id: string;
  created_at: Milliseconds;
  last_seen_at: Milliseconds;
  device: string;
  /** When the password or a second factor was last given in this session; null if that was before this column existed. */
  confirmed_at: Milliseconds | null;
}

/** An invitation to run the shop. An accepted or withdrawn one is deleted. */
export interface StaffInvitationsTable {
  id: string;
  /** SHA-256 of the token in the link, hex. */
  token_hash: string;
  email: string;
  email_folded: string;
  role: Role;
  /** Whether the person will set prices as staff. */
  may_set_prices: Flag;
  /** The owner who sent it. It works only while this person is one. */
  owner_id: string;
  created_at: Milliseconds;
  expires_at: Milliseconds;
}

/** What a link in an email does: sets a new password, confirms the email address, or restores the former email address. */
export type AccountLinkKind = 'password' | 'confirm email' | 'undo email';

export interface AccountLinksTable {
  token_hash: string;
  user_id: string;
  expires_at: Milliseconds;
  kind: AccountLinkKind;
  /** The email address that the link confirms or restores; empty for a password. */
  email: string;
  email_folded: string;
  /** 1 if the link undoes a change of the email address, and the former address had been confirmed. */
  was_confirmed: Flag;
}

export interface SignInFailuresTable {
  id: string;
  /** A hash of what is limited (`RateLimit`). */
  subject: string;
  at: Milliseconds;
}

export interface PicturesTable {
  /** Content hash, hex; part of the names of its files. */
  hash: string;
  /** Path of the cleaned original, below /media. */
  url: string;
  width: number;
  height: number;
  /** The colour that is shown until the picture is loaded, hex. */
  placeholder: string;
  /** JSON: [{type, width, url}], the variants that are ready. */
  variants: Json;
  /** Null while variants are missing. */
  finished_at: Milliseconds | null;
  created_at: Milliseconds;
  is_demo: Flag;
  /** 1 if only the intake refers to it. */
  in_intake: Flag;
}

export interface ShopLogoTable {
  /** Always 1. */
  id: number;
  url: string;
  changed_at: Milliseconds;
}

export interface EnquiriesTable {
  id: string;
  name: string;
  name_folded: string;
  email: string;
  email_folded: string;
  subject: string;
  subject_folded: string;
  message: string;
  listing_id: string | null;
  listing_name: string | null;
  /** The listings that the enquiry is about, [{id, name}]; empty in rows from before this column, which have `listing_id`. */
  pieces: Json;
  /** Where the listings are to be delivered, {country, state, postcode}; null if the enquiry is not about a delivery. */
  place: Json | null;
  /** What the sender asks for besides an answer: `condition report` or null. */
  asks_for: string | null;
  created_at: Milliseconds;
  done_at: Milliseconds | null;
  /** Who was signed in when it was sent; null for a visitor. */
  user_id: string | null;
  /** The language of the page where the enquiry was written. */
  language: Language;
}

export interface EnquiryRepliesTable {
  id: string;
  enquiry_id: string;
  /** The id of the admin who wrote the reply. The account may be deleted by now. */
  author_id: string;
  text: string;
  created_at: Milliseconds;
}

/** What an owner has set in the panel, one row for each section. */
export interface SettingsTable {
  section: string;
  value: Json;
  changed_at: Milliseconds;
}

/** A draft of the home page that can be looked at for some minutes. */
export interface HomeDraftsTable {
  /** SHA-256 of the last part of its address. */
  id_hash: string;
  settings: Json;
  expires_at: Milliseconds;
}

/** Append-only record of what admins changed. `before` and `after` never contain a secret. */
export interface AuditEntriesTable {
  id: string;
  at: Milliseconds;
  admin_id: string;
  /**
   * Names and addresses of the admin, and of the subject if it is a user, at the time of the entry. Null once the account is deleted, if it
   * never had a role.
   */
  admin_name: string | null;
  admin_email: string | null;
  action: string;
  subject: string;
  subject_name: string | null;
  subject_email: string | null;
  /** All of these names and addresses, folded, searched by `q`. */
  people_folded: string | null;
  before: Json | null;
  after: Json | null;
}
