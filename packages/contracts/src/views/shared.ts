/** Every refusal has this body; `error` and `message` are the same text (decision 19). */
export type ErrorView = {
  success: false;
  code: string;
  error: string;
  message: string;
  field?: string;
  details?: unknown;
  requestId?: string;
};

export type Pagination = { page: number; limit: number; total: number; totalPages: number };

export type Page<Item> = { success: true; data: Item[]; pagination: Pagination };

export type MessageView = { message: string };
