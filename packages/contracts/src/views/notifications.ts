/** `content` is markdown; `image_path` is relative to the gateway's origin (decision 58). */
export type AnnouncementView = {
  id: number;
  title: string;
  content: string;
  image_path: string | null;
  is_active: boolean;
  created_at: string;
};
