import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

@Entity('announcements')
export class Announcement {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('text') title!: string;
  /** Markdown, as it was typed. */
  @Column('text') content!: string;
  @Column('text', { name: 'image_path', nullable: true }) imagePath!: string | null;
  @Column('boolean', { name: 'is_active' }) isActive!: boolean;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt!: Date;
  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' }) updatedAt!: Date;
}
